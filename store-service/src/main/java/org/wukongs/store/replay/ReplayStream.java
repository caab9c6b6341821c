package org.wukongs.store.replay;

import org.wukongs.error.WukongsException;
import org.wukongs.id.StringServer;
import org.wukongs.store.load.StreamFileReader;
import org.wukongs.store.server.StoreNode;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/** One stream of a replay: file → adaptor → encoder → store, as a sink subtask would do it. */
final class ReplayStream implements AutoCloseable {

    private final StreamDefinition definition;
    private final StreamFileReader reader;
    private final StoreNode node;
    private final StreamAdaptor adaptor;
    private final TupleEncoder encoder;
    private final WriterId writer;
    private final long writerEpoch;
    private final ReplayStats stats;

    ReplayStream(
            StreamDefinition definition,
            StreamFileReader reader,
            StoreNode node,
            StringServer strings,
            ReplayStats stats) {
        this.definition = definition;
        this.reader = reader;
        this.node = node;
        this.adaptor = new StreamAdaptor(definition);
        this.encoder = new TupleEncoder(strings);
        this.writer = new WriterId(definition.name(), 0, 1, "replay", 0);
        this.stats = stats;
        node.registerStream(definition);
        this.writerEpoch = node.openWriter(writer);
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
            adaptor.add(reader.take());
            stats.countTuple();
        }
        for (TupleBatch batch : adaptor.advanceTo(timeMs)) {
            var encoded = encoder.encode(batch);
            stats.startInjecting();
            if (!node.inject(definition.name(), writerEpoch, encoded)) {
                throw WukongsException.user(
                        "the stream's ring is too small for the windows, raise --ring-tuples-max: stream="
                                + definition.name());
            }
            stats.startEncoding();
        }
        stats.startInjecting();
        node.closeUpTo(writer, writerEpoch, adaptor.closedBatch());
        stats.stop();
    }

    @Override
    public void close() {
        reader.close();
    }
}
