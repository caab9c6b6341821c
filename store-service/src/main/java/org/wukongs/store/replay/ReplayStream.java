package org.wukongs.store.replay;

import org.wukongs.error.WukongsException;
import org.wukongs.store.load.StreamEncoder;
import org.wukongs.store.load.StreamFileReader;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.BatchDispatcher;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/**
 * One stream of a replay: file → encoder → dispatcher → store. Batches are like those of one sink
 * subtask.
 */
final class ReplayStream implements AutoCloseable {

    private final StreamDefinition definition;
    private final StreamFileReader reader;
    private final StoreNode node;
    private final StreamEncoder encoder;
    private final BatchDispatcher dispatcher = new BatchDispatcher(VertexOwners.ONE);
    private final WriterId writer;
    private final long writerEpoch;
    private final ReplayStats stats;

    ReplayStream(
            StreamDefinition definition,
            StreamFileReader reader,
            StoreNode node,
            ReplayStats stats) {
        this.definition = definition;
        this.reader = reader;
        this.node = node;
        this.encoder = new StreamEncoder(node.dictionary());
        this.writer = new WriterId(definition.name(), 0, 1, "replay", 0);
        this.stats = stats;
        node.streams().register(definition);
        this.writerEpoch = node.openWriter(writer);
    }

    StreamDefinition definition() {
        return definition;
    }

    /** Returns the event time of the next tuple, {@code Long.MAX_VALUE} after the last. */
    long nextTimeMs() {
        return reader.nextTimeMs();
    }

    /**
     * Takes the tuples before {@code timeMs} into the store, and closes the batches that end by
     * then.
     */
    void advanceTo(long timeMs) {
        stats.startEncoding();
        stats.countTuples(reader.takeBefore(timeMs, encoder));
        for (EncodedBatch encoded : encoder.take(definition, StreamAdaptor.NO_BATCH)) {
            stats.startInjecting();
            dispatcher.dispatch(encoded).forEach(this::inject);
            stats.startEncoding();
        }
        stats.startInjecting();
        node.writers().closeUpTo(writer, writerEpoch, definition.batchOf(timeMs) - 1);
        stats.stop();
    }

    private void inject(ShardBatch batch) {
        if (!node.writers().inject(writer, writerEpoch, batch)) {
            throw WukongsException.user(
                    "the stream's ring is too small for the windows, raise --ring-tuples-max or"
                            + " --window-memory: stream="
                            + definition.name());
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}
