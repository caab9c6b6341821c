package org.wukongs.kafka.broker;

import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
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

    private final BrokerFolder folder;
    private final KafkaRaftServer server;
    private boolean closed;

    private EmbeddedKafka(BrokerFolder folder, KafkaRaftServer server) {
        this.folder = folder;
        this.server = server;
    }

    /** Starts a broker on a free port. */
    public static EmbeddedKafka start() {
        return start(0);
    }

    /** Starts a broker on {@code port}; 0 for a free one. An occupied port is a USER error. */
    public static EmbeddedKafka start(int port) {
        BrokerFolder folder = BrokerFolder.create(port);
        try {
            KafkaRaftServer server =
                    new KafkaRaftServer(
                            KafkaConfig.fromProps(folder.properties(), false), Time.SYSTEM);
            server.startup();
            return new EmbeddedKafka(folder, server);
        } catch (RuntimeException e) {
            folder.delete();
            throw e instanceof WukongsException
                    ? e
                    : new WukongsException(
                            Category.FATAL, "Kafka broker did not start: reason=" + e, e);
        }
    }

    public String bootstrapServers() {
        return folder.bootstrapServers();
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
        folder.delete();
    }
}
