package org.wukongs.flink.testing;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/**
 * A store in this process behind its real socket, with streams that a test writes and queries that
 * it reads. To be used by the creating thread.
 */
public final class QueryStore implements AutoCloseable {

    private final StoreServer server =
            StoreServer.start(StoreConfig.builder().keptTupleCount(0).build(), "127.0.0.1", 0);
    private final StoreClient client =
            StoreClient.connect(List.of(server.address()), Duration.ofSeconds(10));
    private final Map<String, StoreClient.StreamWriter> writers = new HashMap<>();
    private final Map<String, StreamFeed> feeds = new HashMap<>();

    public String address() {
        return server.address().toString();
    }

    public StoreClient client() {
        return client;
    }

    /** Queries that a store has. Any thread. */
    public static String[] queryNames(String address) {
        List<StoreAddress> nodes = StoreAddress.parseList(address);
        try (StoreClient client = StoreClient.connect(nodes, Duration.ofSeconds(10))) {
            return client.status().queries().stream()
                    .map(StoreStatus.QueryStatus::name)
                    .toArray(String[]::new);
        }
    }

    /** Registers a stream and opens its only writer, in place of the one before. */
    public void open(StreamDefinition stream) {
        client.registerStream(stream);
        StoreClient.StreamWriter before = writers.remove(stream.name());
        if (before != null) {
            before.close();
        }
        StoreClient.StreamWriter writer =
                client.openWriter(new WriterId(stream.name(), 0, 1, "test", 0));
        writers.put(stream.name(), writer);
        feeds.put(
                stream.name(), new StreamFeed(stream, client.strings(), VertexOwners.ONE, writer));
    }

    /** Writes tuples and closes what ends up to {@code untilMs}; returns when it is taken. */
    public void write(String stream, List<Tuple> tuples, long untilMs) {
        tuples.forEach(feeds.get(stream)::add);
        feeds.get(stream).advanceTo(untilMs);
        writers.get(stream).flush();
    }

    @Override
    public void close() {
        writers.values().forEach(StoreClient.StreamWriter::close);
        client.close();
        server.close();
    }
}
