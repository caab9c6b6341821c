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
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * The folder of a Kafka broker and controller on 127.0.0.1: its configuration and its data. A
 * broker that is started on it again, in this process or by {@code kafka.Kafka} with {@link
 * #configuration}, has the same ports and topics.
 */
public final class BrokerFolder {

    private static final String HOST = "127.0.0.1";
    private static final byte[] HOST_ADDRESS = {127, 0, 0, 1};
    private static final int PORT_MAX = 65_535;

    private final Path path;
    private final int port;
    private final Properties properties;

    private BrokerFolder(Path path, int port, Properties properties) {
        this.path = path;
        this.port = port;
        this.properties = properties;
    }

    /** Creates a temporary folder for a broker on {@code port}, 0 for a free one. */
    public static BrokerFolder create(int port) {
        return create(reservePort(port), createPath());
    }

    /** As above, in a folder that is empty or not there yet. */
    public static BrokerFolder create(int port, Path path) {
        int brokerPort = reservePort(port);
        int controllerPort = reservePort(0);
        BrokerFolder folder =
                new BrokerFolder(path, brokerPort, properties(brokerPort, controllerPort, path));
        try {
            folder.format();
        } catch (RuntimeException e) {
            folder.delete();
            throw e;
        }
        return folder;
    }

    public String bootstrapServers() {
        return HOST + ":" + port;
    }

    /** The file that {@code kafka.Kafka} takes. */
    public Path configuration() {
        return path.resolve("server.properties");
    }

    Properties properties() {
        return properties;
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

    private static Properties properties(int brokerPort, int controllerPort, Path path) {
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
        properties.setProperty("log.dirs", path.resolve("log").toString());
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

    private void format() {
        try {
            Files.createDirectories(path);
            try (OutputStream out = Files.newOutputStream(configuration())) {
                properties.store(out, null);
            }
        } catch (IOException e) {
            throw cannotWrite(configuration(), e);
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(printed, true, StandardCharsets.UTF_8);
        String[] command = {
            "format", "-t", Uuid.randomUuid().toString(), "-c", configuration().toString()
        };
        int status = StorageTool.execute(command, print);
        if (status != 0) {
            String reason = printed.toString(StandardCharsets.UTF_8).replaceAll("\\s+", " ");
            throw WukongsException.fatal(
                    "Kafka storage cannot be formatted: status=" + status + " reason=" + reason);
        }
    }

    private static Path createPath() {
        try {
            return Files.createTempDirectory("wukongs-kafka-");
        } catch (IOException e) {
            throw cannotWrite(Path.of(System.getProperty("java.io.tmpdir")), e);
        }
    }

    /** Removes it, when no broker runs on it any longer. */
    public void delete() {
        try (Stream<Path> found = Files.walk(path)) {
            for (Path each : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (NoSuchFileException e) {
            // It is gone, as wanted.
            return;
        } catch (IOException e) {
            throw cannotWrite(path, e);
        }
    }

    private static WukongsException cannotWrite(Path path, IOException e) {
        return new WukongsException(
                Category.FATAL,
                "Kafka data folder cannot be written: path=" + path + " reason=" + IoReason.of(e),
                e);
    }
}
