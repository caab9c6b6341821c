package org.wukongs.benchmarks.e2e;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.runtime.taskexecutor.TaskManagerRunner;
import org.wukongs.benchmarks.measure.ChildProcess;

/** A standalone Flink cluster: a JobManager, which {@link JobMain} has, and one TaskManager. */
final class FlinkCluster implements AutoCloseable {

    /** How soon Flink notices that a TaskManager is gone: its own 10 s would hide all else. */
    private static final String HEARTBEAT = "500 ms";

    /** Main class of a TaskManager's process, which ends with its standard input. */
    static final class TaskManager {

        static final String READY = "taskmanager begins";

        private TaskManager() {}

        public static void main(String[] args) throws Exception {
            System.out.println(READY);
            var unused = CompletableFuture.runAsync(TaskManager::endWithInput);
            TaskManagerRunner.main(args);
        }

        private static void endWithInput() {
            try {
                System.in.transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                System.err.println("its input is gone: " + e);
            }
            Runtime.getRuntime().halt(0);
        }
    }

    private final Path folder;
    private final Path configuration;
    private final List<String> flags;
    private final ChildProcess jobManager;
    private ChildProcess taskManager;

    FlinkCluster(E2eCommand options, Path parent) throws IOException {
        this.folder = Files.createTempDirectory(parent, "flink-");
        this.configuration = folder.resolve("conf");
        this.flags = options.flinkFlags();
        configure();
        List<String> command =
                ChildProcess.java(options.jobManagerFlags(), JobMain.class, configuration);
        jobManager = ChildProcess.start("flink", folder, command, JobMain.READY);
        startTaskManager();
    }

    private void configure() throws IOException {
        Map<String, Object> options =
                Map.ofEntries(
                        Map.entry("jobmanager.rpc.address", "localhost"),
                        Map.entry("jobmanager.rpc.port", freePort()),
                        Map.entry("jobmanager.bind-host", "localhost"),
                        Map.entry("taskmanager.host", "localhost"),
                        Map.entry("taskmanager.bind-host", "localhost"),
                        Map.entry("rest.address", "localhost"),
                        Map.entry("rest.bind-address", "localhost"),
                        Map.entry("rest.port", freePort()),
                        Map.entry("taskmanager.numberOfTaskSlots", 1),
                        // Without the scripts of a distribution, nothing computes these.
                        Map.entry("taskmanager.cpu.cores", 1.0),
                        Map.entry("taskmanager.memory.framework.heap.size", "128m"),
                        Map.entry("taskmanager.memory.framework.off-heap.size", "128m"),
                        Map.entry("taskmanager.memory.jvm-metaspace.size", "384m"),
                        Map.entry("taskmanager.memory.jvm-overhead.min", "64m"),
                        Map.entry("taskmanager.memory.jvm-overhead.max", "64m"),
                        Map.entry("taskmanager.memory.task.heap.size", "512m"),
                        Map.entry("taskmanager.memory.task.off-heap.size", "0m"),
                        Map.entry("taskmanager.memory.managed.size", "512m"),
                        Map.entry("taskmanager.memory.network.min", "64m"),
                        Map.entry("taskmanager.memory.network.max", "64m"),
                        Map.entry("heartbeat.interval", HEARTBEAT),
                        Map.entry("io.tmp.dirs", folder));
        List<String> lines =
                options.entrySet().stream().map(o -> o.getKey() + ": " + o.getValue()).toList();
        Files.write(Files.createDirectories(configuration).resolve("config.yaml"), lines);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private void startTaskManager() throws IOException {
        List<String> command =
                ChildProcess.java(flags, TaskManager.class, "--configDir", configuration);
        taskManager = ChildProcess.start("taskmanager", folder, command, TaskManager.READY);
    }

    /** As a supervisor does: another one is started at once. */
    void killTaskManager() throws IOException {
        taskManager.kill();
        taskManager.close();
        startTaskManager();
    }

    ChildProcess jobManager() {
        return jobManager;
    }

    ChildProcess taskManager() {
        return taskManager;
    }

    @Override
    public void close() {
        jobManager.close();
        taskManager.close();
    }
}
