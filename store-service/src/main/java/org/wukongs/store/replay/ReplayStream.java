package org.wukongs.store.replay;

import org.wukongs.error.WukongsException;
import org.wukongs.id.StringServer;
import org.wukongs.store.load.StreamFileReader;
import org.wukongs.store.server.StoreNode;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/** One stream of a replay: file → adaptor → encoder → store, as a sink subtask would do it. */
final class ReplayStream implements AutoCloseable {

    private final StreamDefinition definition;
    private final StreamFileReader reader;
    private final StreamFeed feed;
    private final ReplayStats stats;

    ReplayStream(
            StreamDefinition definition,
            StreamFileReader reader,
            StoreNode node,
            StringServer strings,
            ReplayStats stats) {
        this.definition = definition;
        this.reader = reader;
        this.stats = stats;
        node.registerStream(definition);
        WriterId writer = new WriterId(definition.name(), 0, 1, "replay", 0);
        Target target = new Target(node, writer, node.openWriter(writer), stats);
        this.feed = new StreamFeed(definition, strings, VertexOwners.ONE, target);
    }

    StreamDefinition definition() {
        return definition;
    }

    /** Event time of the next tuple, {@code Long.MAX_VALUE} after the last. */
    long nextTimeMs() {
        Tuple next = reader.peek();
        return next == null ? Long.MAX_VALUE : next.eventTimeMs();
    }

    /**
     * Takes the tuples before {@code timeMs} into the store and closes the batches that end there.
     */
    void advanceTo(long timeMs) {
        stats.startEncoding();
        while (nextTimeMs() < timeMs) {
            feed.add(reader.take());
            stats.countTuple();
        }
        feed.advanceTo(timeMs);
        stats.stop();
    }

    @Override
    public void close() {
        reader.close();
    }

    /** The embedded store; encoding goes on when it has taken a message. */
    private record Target(StoreNode node, WriterId writer, long writerEpoch, ReplayStats stats)
            implements StreamFeed.Target {

        @Override
        public void send(ShardBatch batch) {
            stats.startInjecting();
            if (!node.inject(writer, writerEpoch, batch)) {
                throw WukongsException.user(
                        "the stream's ring is too small for the windows, raise --ring-tuples-max: stream="
                                + writer.stream());
            }
            stats.startEncoding();
        }

        @Override
        public void closeUpTo(long batch) {
            stats.startInjecting();
            node.closeUpTo(writer, writerEpoch, batch);
            stats.startEncoding();
        }

        @Override
        public void idle() {
            throw new IllegalStateException("a replay knows when its streams go on");
        }
    }
}
