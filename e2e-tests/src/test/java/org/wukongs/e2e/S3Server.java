package org.wukongs.e2e;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.wukongs.naive.Waits;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A real server with the S3 API (S3Proxy) in a process of its own, which keeps its objects in
 * memory and checks signatures.
 */
final class S3Server implements AutoCloseable {

    private static final Path LIBRARIES = Pages.ROOT.resolve("e2e-tests/s3-server/target/lib");
    private static final String KEY = "some-key";
    private static final String SECRET = "some-secret";

    private final Process process;
    private final int port;

    private S3Server(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts a server with a bucket. */
    static S3Server start(Path folder, String bucket) throws IOException {
        try (Stream<Path> jars = Files.list(LIBRARIES)) {
            if (jars.findAny().isEmpty()) {
                throw new IllegalStateException(LIBRARIES + " is empty");
            }
        }
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Path properties =
                Files.writeString(
                        folder.resolve("s3.properties"),
                        """
                        s3proxy.endpoint=http://127.0.0.1:%d
                        s3proxy.authorization=aws-v2-or-v4
                        s3proxy.identity=%s
                        s3proxy.credential=%s
                        jclouds.provider=transient-nio2
                        jclouds.identity=none
                        jclouds.credential=none
                        """
                                .formatted(port, KEY, SECRET));
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx256m",
                                "-cp",
                                LIBRARIES + "/*",
                                "org.gaul.s3proxy.Main",
                                "--properties",
                                properties.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("s3.log").toFile())
                        .start();
        S3Server server = new S3Server(process, port);
        Waits.await(() -> !process.isAlive() || server.answers());
        try (S3Client client = server.client()) {
            client.createBucket(to -> to.bucket(bucket));
        }
        return server;
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private S3Client client() {
        return S3Client.builder()
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .endpointOverride(URI.create(endpoint()))
                .forcePathStyle(true)
                .region(Region.US_EAST_1)
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY, SECRET)))
                .build();
    }

    String endpoint() {
        return "http://127.0.0.1:" + port;
    }

    /** The environment of a program that may use it. */
    static Map<String, String> environment() {
        return Map.of("AWS_ACCESS_KEY_ID", KEY, "AWS_SECRET_ACCESS_KEY", SECRET);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
