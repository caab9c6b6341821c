package org.wukongs.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The configuration of a cluster of small processes on this machine. */
final class FlinkConf {

    /** Later than Flink notices that a checkpoint is under way in what it restarts. */
    private static final String RESTART_DELAY = "500 ms";

    /**
     * Flink tries the slots of a TaskManager that is gone until its heartbeats are missed, and then
     * goes on twice a second until another has started; all losses of a job count together.
     */
    private static final int RESTARTS_MAX = 1_000;

    private FlinkConf() {}

    /** The folder with the configuration of the cluster that has its files in {@code directory}. */
    static Path in(Path directory) {
        return directory.resolve("conf");
    }

    /** Writes the configuration; {@code more} adds to it or replaces some of it. */
    static void write(Path directory, int restPort, Map<String, Object> more) throws IOException {
        Map<String, Object> options =
                new LinkedHashMap<>(
                        Map.ofEntries(
                                Map.entry("jobmanager.rpc.address", "localhost"),
                                Map.entry("jobmanager.rpc.port", FlinkCluster.freePort()),
                                Map.entry("rest.address", "localhost"),
                                Map.entry("rest.port", restPort),
                                // Without the scripts of a distribution, nothing computes these.
                                Map.entry("taskmanager.cpu.cores", 1.0),
                                Map.entry("taskmanager.memory.framework.heap.size", "128m"),
                                Map.entry("taskmanager.memory.framework.off-heap.size", "128m"),
                                Map.entry("taskmanager.memory.jvm-metaspace.size", "384m"),
                                Map.entry("taskmanager.memory.jvm-overhead.min", "64m"),
                                Map.entry("taskmanager.memory.jvm-overhead.max", "64m"),
                                Map.entry("taskmanager.memory.task.heap.size", "256m"),
                                Map.entry("taskmanager.memory.task.off-heap.size", "0m"),
                                Map.entry("taskmanager.memory.managed.size", "32m"),
                                Map.entry("taskmanager.memory.network.min", "64m"),
                                Map.entry("taskmanager.memory.network.max", "64m"),
                                Map.entry("heartbeat.interval", "500 ms"),
                                Map.entry("heartbeat.timeout", "20 s"),
                                Map.entry("restart-strategy.type", "fixed-delay"),
                                Map.entry("restart-strategy.fixed-delay.attempts", RESTARTS_MAX),
                                Map.entry("restart-strategy.fixed-delay.delay", RESTART_DELAY),
                                Map.entry("io.tmp.dirs", directory.resolve("tmp"))));
        options.putAll(more);
        List<String> lines = new ArrayList<>();
        options.forEach((key, value) -> lines.add(key + ": " + value));
        Files.write(Files.createDirectories(in(directory)).resolve("config.yaml"), lines);
        Files.createDirectories(directory.resolve("tmp"));
    }
}
