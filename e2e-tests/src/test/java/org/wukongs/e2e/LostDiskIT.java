package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus;
import org.wukongs.naive.Waits;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

/**
 * Real processes and a real S3 server: a store whose disk is lost, and backups of a running one.
 */
@Timeout(180)
final class LostDiskIT {

    private static final String BUCKET = "wukongs";
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    @TempDir private Path folder;

    private S3Server s3;
    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(process -> process.destroyForcibly().onExit().join());
        if (s3 != null) {
            s3.close();
        }
    }

    private Process start(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Pages.ROOT.toAbsolutePath().resolve("wukongs").toString());
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .redirectError(folder.resolve("err" + processes.size()).toFile());
        builder.environment().putAll(S3Server.environment());
        builder.environment().put("WUKONGS_JAVA_OPTS", "-Xmx512m");
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    /** Runs a command; returns what it prints. */
    private String run(String... arguments) throws IOException {
        Process process = start(List.of(arguments));
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.onExit().join().exitValue())
                .as(Files.readString(folder.resolve("err" + (processes.size() - 1))))
                .isZero();
        return output;
    }

    private StoreAddress startStore(String data, String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("store", "--port", "0", "--data-dir"));
        arguments.add(folder.resolve(data).toString());
        arguments.addAll(List.of(options));
        BufferedReader out = start(arguments).inputReader(UTF_8);
        String line = out.readLine();
        assertThat(line)
                .as(Files.readString(folder.resolve("err" + (processes.size() - 1))))
                .startsWith("store listening on ");
        return StoreAddress.parse(line.substring(line.lastIndexOf(' ') + 1));
    }

    private StoreAddress startCopied(String data) throws IOException {
        return startStore(
                data,
                "--durable-uri",
                "s3://" + BUCKET + "/stores/one",
                "--durable-interval",
                "200ms",
                "--durable-barriers",
                "--s3-endpoint",
                s3.endpoint());
    }

    private static StoreClient connect(StoreAddress address) {
        return StoreClient.connect(List.of(address), DEADLINE);
    }

    private static void load(StoreClient client, int from, int to) {
        List<Tuple> triples = new ArrayList<>();
        for (int i = from; i < to; i++) {
            triples.add(new Tuple(0, "<http://x/" + i + ">", "<http://x/p>", "<http://x/o>"));
        }
        TupleEncoder encoder = new TupleEncoder(client.strings());
        client.load("http://x/g", encoder.encode(new TupleBatch(0, false, triples)));
    }

    private static void awaitCopy(StoreClient client) {
        Waits.await(
                () -> {
                    StoreStatus status = client.status();
                    return status.copy().position() >= status.log().writtenPosition();
                });
    }

    @Test
    void aStoreGoesOnWithoutItsDisk() throws Exception {
        s3 = S3Server.start(folder, BUCKET);
        try (StoreClient client = connect(startCopied("a"))) {
            load(client, 0, 5000);
            client.checkpoint();
            load(client, 5000, 6000);
            awaitCopy(client);
            assertThat(
                            run(
                                    "backup",
                                    "--data-dir",
                                    folder.resolve("a").toString(),
                                    "--to",
                                    "s3://" + BUCKET + "/backups/1",
                                    "--s3-endpoint",
                                    s3.endpoint()))
                    .startsWith("backed up to s3://wukongs/backups/1/ of ");
        }
        processes.forEach(process -> process.destroyForcibly().onExit().join());
        PathUtils.deleteDirectory(folder.resolve("a"));

        try (StoreClient client = connect(startCopied("b"))) {
            assertThat(client.status().storedTripleCount()).isEqualTo(6000);
            assertThat(client.check().violations()).isEmpty();
            load(client, 6000, 7000);
            awaitCopy(client);
        }
        String restored = folder.resolve("c").toString();
        assertThat(
                        run(
                                "restore",
                                "--from",
                                "s3://" + BUCKET + "/backups/1",
                                "--data-dir",
                                restored,
                                "--s3-endpoint",
                                s3.endpoint()))
                .startsWith("restored from s3://wukongs/backups/1/ of ");
        assertThat(run("check", "--data-dir", restored)).contains("sound");
        try (StoreClient client = connect(startStore("c"))) {
            assertThat(client.status().storedTripleCount()).isEqualTo(6000);
        }
    }
}
