package org.wukongs.kafka.broker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * A Kafka broker and controller in this process, on 127.0.0.1. The first start in a JVM takes 4 to
 * 9 s, later ones about 1 s.
 *
 * <p>Kafka logs thousands of lines at INFO through slf4j: the application's logging should keep
 * {@code org.apache.kafka} and {@code kafka} at WARN.
 */
public final class EmbeddedKafka implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final byte[] HOST_ADDRESS = {127, 0, 0, 1};
    private static final int PORT_MAX = 65_535;

    private final String bootstrapServers;
    private final Path dataDir;
    private final KafkaRaftServer server;
    private boolean closed;

    private EmbeddedKafka(String bootstrapServers, Path dataDir, KafkaRaftServer server) {
        this.bootstrapServers = bootstrapServers;
        this.dataDir = dataDir;
        this.server = server;
    }

    /** Starts a broker on a free port. */
    public static EmbeddedKafka start() {
        return start(0);
    }

    /** Starts a broker on {@code port}; 0 for a free one. An occupied port is a USER error. */
    public static EmbeddedKafka start(int port) {
        int brokerPort = reservePort(port);
        int controllerPort = reservePort(0);
        Path dataDir = createDataDir();
        try {
            Properties properties = properties(brokerPort, controllerPort, dataDir);
            format(properties, dataDir);
            KafkaRaftServer server =
                    new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
            server.startup();
            return new EmbeddedKafka(HOST + ":" + brokerPort, dataDir, server);
        } catch (RuntimeException e) {
            delete(dataDir);
            throw e instanceof WukongsException
                    ? e
                    : new WukongsException(
                            Category.FATAL, "Kafka broker did not start: reason=" + e, e);
        }
    }

    public String bootstrapServers() {
        return bootstrapServers;
    }

    /** Stops the broker and removes its data. */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        server.shutdown();
        server.awaitShutdown();
        delete(dataDir);
    }

    /**
     * Returns a port that can be bound now; another process may still take it before Kafka does.
     */
    private static int reservePort(int port) {
        if (port < 0 || port > PORT_MAX) {
            throw WukongsException.user("port is out of range: port=" + port);
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(HOST_ADDRESS), port));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER,
                    "port of the Kafka broker is not free: host=" + HOST + " port=" + port,
                    e);
        }
    }

    private static Properties properties(int brokerPort, int controllerPort, Path dataDir) {
        String broker = "PLAINTEXT://" + HOST + ":" + brokerPort;
        Properties properties = new Properties();
        properties.setProperty("process.roles", "broker,controller");
        properties.setProperty("node.id", "1");
        properties.setProperty("controller.quorum.voters", "1@" + HOST + ":" + controllerPort);
        properties.setProperty(
                "listeners", broker + ",CONTROLLER://" + HOST + ":" + controllerPort);
        properties.setProperty("advertised.listeners", broker);
        properties.setProperty("controller.listener.names", "CONTROLLER");
        properties.setProperty(
                "listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        properties.setProperty("log.dirs", dataDir.resolve("log").toString());
        for (String replicated :
                List.of(
                        "default.replication.factor",
                        "offsets.topic.replication.factor",
                        "offsets.topic.num.partitions",
                        "transaction.state.log.replication.factor",
                        "transaction.state.log.min.isr",
                        "transaction.state.log.num.partitions",
                        "share.coordinator.state.topic.replication.factor",
                        "share.coordinator.state.topic.min.isr")) {
            properties.setProperty(replicated, "1");
        }
        // Consumers start at once, and a dead client is noticed soon.
        properties.setProperty("group.initial.rebalance.delay.ms", "0");
        properties.setProperty("broker.session.timeout.ms", "2000");
        properties.setProperty("broker.heartbeat.interval.ms", "500");
        properties.setProperty("auto.create.topics.enable", "false");
        return properties;
    }

    private static void format(Properties properties, Path dataDir) {
        Path file = dataDir.resolve("server.properties");
        try (OutputStream out = Files.newOutputStream(file)) {
            properties.store(out, null);
        } catch (IOException e) {
            throw cannotWrite(file, e);
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(printed, true, StandardCharsets.UTF_8);
        String[] command = {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()};
        int status = StorageTool.execute(command, print);
        if (status != 0) {
            String reason = printed.toString(StandardCharsets.UTF_8).replaceAll("\\s+", " ");
            throw WukongsException.fatal(
                    "Kafka storage cannot be formatted: status=" + status + " reason=" + reason);
        }
    }

    private static Path createDataDir() {
        try {
            return Files.createTempDirectory("wukongs-kafka-");
        } catch (IOException e) {
            throw cannotWrite(Path.of(System.getProperty("java.io.tmpdir")), e);
        }
    }

    private static void delete(Path dir) {
        try (Stream<Path> found = Files.walk(dir)) {
            for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (NoSuchFileException e) {
            // It is gone, as wanted.
            return;
        } catch (IOException e) {
            throw cannotWrite(dir, e);
        }
    }

    private static WukongsException cannotWrite(Path path, IOException e) {
        return new WukongsException(
                Category.FATAL,
                "Kafka data folder cannot be written: path=" + path + " reason=" + IoReason.of(e),
                e);
    }
}
