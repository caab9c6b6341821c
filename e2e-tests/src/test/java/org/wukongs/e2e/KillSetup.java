package org.wukongs.e2e;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.util.FileUtils;
import org.wukongs.client.StoreAddress;
import org.wukongs.kafka.broker.BrokerFolder;
import org.wukongs.naive.Seeds;
import org.wukongs.store.cli.StoreJvm;

/**
 * The processes of a {@link KillRun}, each of which begins again where it was: a store with a data
 * directory, a broker, a standalone Flink cluster with high availability by ZooKeeper, as its
 * operators have it, and the jobs' client. ZooKeeper is not among those that are killed.
 */
final class KillSetup implements AutoCloseable {

    private static final String FLINK = "org.apache.flink.runtime.";
    private static final String ZOOKEEPER =
            "org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.server.ZooKeeperServerMain";

    /** A run writes some checkpoints of the store. */
    private static final String CHECKPOINT_AFTER = "8m";

    private final Path directory;
    private final Path logs;
    private final Reaper reaper;
    private final BrokerFolder broker;
    private final StoreAddress store;
    private final int restPort;
    private final KillableProcess zooKeeper;
    private final Map<KillTarget, KillableProcess> processes = new EnumMap<>(KillTarget.class);

    /**
     * Starts nothing yet; what the processes write stays in {@code logs}, without what was there.
     */
    KillSetup(long seed, Path logs) throws IOException {
        FileUtils.deleteDirectoryQuietly(logs.toFile());
        this.logs = Files.createDirectories(logs);
        directory = Files.createTempDirectory("wukongs-kills");
        reaper = new Reaper(directory);
        broker = BrokerFolder.create(0, directory.resolve("kafka"));
        store = new StoreAddress("127.0.0.1", FlinkCluster.freePort());
        restPort = FlinkCluster.freePort();
        int zooKeeperPort = FlinkCluster.freePort();
        FlinkConf.write(directory, restPort, options(zooKeeperPort));
        zooKeeper = process("zookeeper", zooKeeper(zooKeeperPort));
        add(KillTarget.STORE, store(seed));
        add(KillTarget.BROKER, broker());
        add(KillTarget.JOB_MANAGER, flink("entrypoint.StandaloneSessionClusterEntrypoint"));
        add(KillTarget.TASK_MANAGER_1, flink("taskexecutor.TaskManagerRunner"));
        add(KillTarget.TASK_MANAGER_2, flink("taskexecutor.TaskManagerRunner"));
        add(KillTarget.CLIENT, client());
    }

    private void add(KillTarget target, List<String> command) {
        processes.put(target, process(target.label(), command));
    }

    private KillableProcess process(String name, List<String> command) {
        return new KillableProcess(command, logs.resolve(name + ".log"), reaper);
    }

    private Map<String, Object> options(int zooKeeperPort) {
        return Map.ofEntries(
                Map.entry("taskmanager.numberOfTaskSlots", 2),
                Map.entry("taskmanager.memory.task.heap.size", "384m"),
                // Processes that are stopped are lost in the end, and those that only wait are not.
                Map.entry("heartbeat.timeout", "8 s"),
                Map.entry("high-availability.type", "zookeeper"),
                Map.entry("high-availability.zookeeper.quorum", "127.0.0.1:" + zooKeeperPort),
                Map.entry("high-availability.zookeeper.client.session-timeout", "5 s"),
                Map.entry("high-availability.zookeeper.client.connection-timeout", "5 s"),
                Map.entry("high-availability.storageDir", uri("ha")));
    }

    private List<String> zooKeeper(int port) throws IOException {
        Path file = FlinkConf.in(directory).resolve("zoo.cfg");
        Files.write(
                file,
                List.of(
                        "dataDir=" + Files.createDirectories(directory.resolve("zookeeper")),
                        "clientPort=" + port,
                        "clientPortAddress=127.0.0.1",
                        "admin.enableServer=false",
                        "tickTime=500"));
        List<String> command = flinkCommand(List.of(), ZOOKEEPER);
        command.add(file.toString());
        return command;
    }

    /** Nothing is kept but what readers hold; how it syncs is drawn. */
    private List<String> store(long seed) {
        Random random = Seeds.random(seed, 1);
        return StoreJvm.command(
                List.of("-Xmx1g"),
                "--port",
                String.valueOf(store.port()),
                "--data-dir",
                directory.resolve("store").toString(),
                "--sync",
                List.of("commit", "barrier", "system").get(random.nextInt(3)),
                "--checkpoint-after",
                CHECKPOINT_AFTER,
                "--store-memory",
                "1g",
                "--kept-tuples",
                "0");
    }

    private List<String> broker() {
        return List.of(
                java(),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "kafka.Kafka",
                broker.configuration().toString());
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private List<String> flink(String mainClass) throws IOException {
        List<String> command = flinkCommand(List.of(), FLINK + mainClass);
        command.addAll(List.of("--configDir", FlinkConf.in(directory).toString()));
        return command;
    }

    private List<String> flinkCommand(List<String> jars, String mainClass) throws IOException {
        return FlinkProcess.command(
                FlinkCluster.LIBRARIES,
                jars,
                mainClass,
                FlinkConf.in(directory),
                FlinkProcess.LOGGING);
    }

    private List<String> client() throws IOException {
        List<String> jars = UserJars.ofTables(directory);
        KillJobs jobs =
                new KillJobs(
                        broker.bootstrapServers(),
                        store.toString(),
                        restPort,
                        uri("checkpoints"),
                        jars);
        Path file = FlinkConf.in(directory).resolve("jobs.properties");
        try (Writer out = Files.newBufferedWriter(file)) {
            jobs.properties().store(out, null);
        }
        List<String> command = flinkCommand(jars, KillJobs.class.getName());
        command.add(file.toString());
        return command;
    }

    void start() throws IOException {
        zooKeeper.start();
        for (KillableProcess each : processes.values()) {
            each.start();
        }
    }

    KillableProcess process(KillTarget target) {
        return processes.get(target);
    }

    String kafka() {
        return broker.bootstrapServers();
    }

    StoreAddress store() {
        return store;
    }

    int restPort() {
        return restPort;
    }

    String uri(String name) {
        return directory.resolve(name).toUri().toString();
    }

    /** Where to look, and the last of what each process has written. */
    String tails() throws IOException {
        StringBuilder text = new StringBuilder("all of it is in " + logs.toAbsolutePath());
        for (KillableProcess each : processes.values()) {
            text.append('\n').append(each.tail());
        }
        return text.toString();
    }

    @Override
    public void close() throws IOException {
        reaper.close();
    }
}
