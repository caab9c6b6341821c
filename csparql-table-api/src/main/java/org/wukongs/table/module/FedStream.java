package org.wukongs.table.module;

import java.util.List;
import org.wukongs.client.StoreClient;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/** A stream in the store with its only writer, that of one attempt. Not thread-safe. */
final class FedStream {

    private final StreamDefinition definition;
    private final StoreClient.StreamWriter writer;
    private final StreamFeed feed;

    private FedStream(
            StoreClient client, StreamDefinition definition, StoreClient.StreamWriter writer) {
        this.definition = definition;
        this.writer = writer;
        this.feed = new StreamFeed(definition, client.strings(), VertexOwners.ONE, writer);
    }

    /** The definition of stream {@code name}: the registered one, else a new one with defaults. */
    static StreamDefinition register(StoreClient client, String name) {
        for (StreamDefinition stream : client.catalog().streams()) {
            if (stream.name().equals(name)) {
                return stream;
            }
        }
        StreamDefinition created = StreamDefinition.of(name);
        client.registerStream(created);
        return created;
    }

    /**
     * Opens the writer of an attempt of {@code job}: tuples of earlier attempts in open batches
     * come again from Flink's state or from the sources.
     */
    static FedStream open(
            StoreClient client, StreamDefinition definition, String job, int attempt) {
        WriterId id = new WriterId(definition.name(), 0, 1, job, attempt);
        return new FedStream(
                client, definition, client.openWriter(id, WriterOrigin.restored(List.of())));
    }

    /** The exclusive end of the batch of a tuple at {@code timeMs}. */
    long batchEndMs(long timeMs) {
        return definition.batchEndMs(definition.batchOf(timeMs));
    }

    void add(Tuple tuple) {
        feed.add(tuple);
    }

    /** Sends and closes the batches that end by {@code endMs}. */
    void closeUpTo(long endMs) {
        feed.advanceTo(endMs);
    }

    /** Returns when the store has everything sent. */
    void flush() {
        writer.flush();
    }

    void close() {
        writer.close();
    }
}
