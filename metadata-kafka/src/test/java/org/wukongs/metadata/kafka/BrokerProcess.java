package org.wukongs.metadata.kafka;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.wukongs.kafka.broker.BrokerFolder;

/** A broker in a process of its own, which can be killed and comes back with its topics. */
final class BrokerProcess implements AutoCloseable {

    /** A broker that starts on two busy cores. */
    private static final int START_TIMEOUT_MS = 120_000;

    private final BrokerFolder folder = BrokerFolder.create(0);
    private final Thread reaper = new Thread(this::destroy);
    private final Path output = folder.configuration().resolveSibling("output");
    private Process process;

    BrokerProcess() {
        Runtime.getRuntime().addShutdownHook(reaper);
        start();
    }

    String bootstrapServers() {
        return folder.bootstrapServers();
    }

    /** Starts it, and waits until it answers. */
    void start() {
        try {
            process =
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-Xmx512m",
                                    "-XX:TieredStopAtLevel=1",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    "kafka.Kafka",
                                    folder.configuration().toString())
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start();
            try (Admin admin = Admin.create(adminConfig())) {
                admin.listTopics().names().get();
            }
        } catch (IOException | ExecutionException e) {
            throw new IllegalStateException(
                    "the broker does not start: alive=" + process.isAlive() + "\n" + printed(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private String printed() {
        try {
            return Files.readString(output, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "output cannot be read: " + e;
        }
    }

    Map<String, Object> adminConfig() {
        return Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers(),
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                START_TIMEOUT_MS);
    }

    /** As {@code kill -9}. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    private void destroy() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        kill();
        Runtime.getRuntime().removeShutdownHook(reaper);
        folder.delete();
    }
}
