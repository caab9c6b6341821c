package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.store.cli.Wukongs;

/** {@code wukongs store --http} in its own process. */
@Timeout(120)
class StoreCommandHttpTest {

    @Test
    void printsWhereItListensAndEndsWithItsInput() throws IOException, InterruptedException {
        Process process = store("--port", "0", "--http", "0", "--end-with-input");
        try (BufferedReader out = reader(process.getInputStream())) {
            assertThat(out.readLine()).matches("store listening on 127\\.0\\.0\\.1:\\d+");
            String line = out.readLine();
            assertThat(line).matches("http listening on http://127\\.0\\.0\\.1:\\d+/");
            URI health = URI.create(line.substring(line.indexOf("http://")) + "health");
            HttpResponse<String> response =
                    HttpClient.newHttpClient()
                            .send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString());
            assertThat(response.body()).isEqualTo("ok\n");
            process.getOutputStream().close();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    /** All file descriptors of the process are taken by connections, and given back. */
    @Test
    void thePortGoesOnAfterAllFileDescriptorsWereTaken() throws Exception {
        List<String> command = new ArrayList<>();
        command.addAll(List.of("bash", "-c", "ulimit -n 300; exec \"$@\"", "bash"));
        command.addAll(storeCommand("--port", "0", "--http", "0", "--http-allow-host", "name"));
        Process process = new ProcessBuilder(command).start();
        try (BufferedReader out = reader(process.getInputStream());
                BufferedReader errors = reader(process.getErrorStream())) {
            out.readLine();
            String line = out.readLine();
            int port = URI.create(line.substring(line.indexOf("http://"))).getPort();
            CompletableFuture<String> refusal =
                    CompletableFuture.supplyAsync(
                            () ->
                                    errors.lines()
                                            .filter(error -> error.contains("Too many open files"))
                                            .findFirst()
                                            .orElse("none"));
            List<RawHttp> taken = new ArrayList<>();
            boolean accepted = true;
            while (accepted && !refusal.isDone() && taken.size() < 400) {
                try {
                    taken.add(new RawHttp(port));
                } catch (UncheckedIOException e) {
                    accepted = false; // the backlog is full before we have read of it
                }
            }
            assertThat(refusal.get()).contains("Too many open files");
            taken.forEach(RawHttp::close);
            try (RawHttp good = new RawHttp(port)) {
                good.send("GET /health HTTP/1.1\r\nHost: name\r\nConnection: close\r\n\r\n");
                assertThat(good.readAll()).contains(" 200 ").endsWith("ok\n");
            }
        } finally {
            process.destroyForcibly();
        }
    }

    private static BufferedReader reader(InputStream in) {
        return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    }

    @Test
    void anOccupiedPortIsOneLineAndNothingListens() throws IOException, InterruptedException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        try (ServerSocket occupied = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(occupied.getLocalPort());
            Process process = store("--port", Integer.toString(free), "--http", port);
            assertThat(text(process.getInputStream().readAllBytes())).isEmpty();
            assertThat(text(process.getErrorStream().readAllBytes()))
                    .startsWith(
                            "error: cannot listen for HTTP: address=127.0.0.1:" + port + " reason=")
                    .containsOnlyOnce("\n");
            assertThat(process.waitFor()).isEqualTo(1);
        }
        assertThat(isListening(free)).isFalse();
    }

    @Test
    void wrongUsageIsSaid() throws IOException, InterruptedException {
        assertWrongUsage(
                "options that start with --http- need --http PORT", "--http-allow-host", "a");
        assertWrongUsage(
                "--http-connections-max must be above",
                "--http",
                "0",
                "--http-connections-max",
                "64");
        assertWrongUsage("--http must be from 0 to 65535: value=65536", "--http", "65536");
        assertWrongUsage("--http must be from 0 to 65535: value=-1", "--http", "-1");
    }

    private static void assertWrongUsage(String message, String... arguments)
            throws IOException, InterruptedException {
        Process process = store(arguments);
        assertThat(text(process.getErrorStream().readAllBytes())).startsWith("error: " + message);
        assertThat(process.waitFor()).isEqualTo(2);
    }

    private static Process store(String... arguments) throws IOException {
        return new ProcessBuilder(storeCommand(arguments)).start();
    }

    private static List<String> storeCommand(String... arguments) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classPath =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command =
                new ArrayList<>(List.of(java, "-cp", classPath, Wukongs.class.getName(), "store"));
        command.addAll(List.of(arguments));
        return command;
    }

    private static boolean isListening(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
