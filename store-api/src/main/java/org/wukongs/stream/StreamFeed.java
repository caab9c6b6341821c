package org.wukongs.stream;

import java.util.List;
import org.wukongs.id.StringServer;

/**
 * Pipeline of a writer outside of the store's process: {@link StreamAdaptor} → {@link BatchChunks}
 * → {@link TupleEncoder} → {@link BatchDispatcher} → {@link Target}. Replay and HTTP run in the
 * store's process and use its {@code StreamEncoder} in place of the first three. One for each
 * writer and writer epoch; not thread-safe.
 */
public final class StreamFeed {

    /** Takes a writer's messages, in order. */
    public interface Target {

        void send(ShardBatch batch);

        /**
         * Closes batches: all shards have been sent everything up to and including {@code batch}.
         */
        void closeUpTo(long batch);

        /** Marks the writer idle: it does not hold its stream back until it sends again. */
        void idle();
    }

    private final StreamAdaptor adaptor;
    private final TupleEncoder encoder;
    private final BatchDispatcher dispatcher;
    private final Target target;

    public StreamFeed(
            StreamDefinition stream, StringServer strings, VertexOwners owners, Target target) {
        this.adaptor = new StreamAdaptor(stream);
        this.encoder = new TupleEncoder(strings);
        this.dispatcher = new BatchDispatcher(owners);
        this.target = target;
    }

    /** Returns false if the tuple is late. */
    public boolean add(Tuple tuple) {
        return adaptor.add(tuple);
    }

    /**
     * Advances event time to {@code timeMs} (exclusive): sends the batches that end by then and
     * closes them; {@code Long.MAX_VALUE} ends the stream.
     */
    public void advanceTo(long timeMs) {
        long closedBefore = adaptor.closedBatch();
        send(adaptor.advanceTo(timeMs));
        if (adaptor.closedBatch() != closedBefore) {
            target.closeUpTo(adaptor.closedBatch());
        }
    }

    /** Sends everything buffered; closes nothing. */
    public void drain() {
        send(adaptor.drain());
    }

    /** Sends everything buffered and marks the writer idle. */
    public void idle() {
        drain();
        target.idle();
    }

    public int bufferedCount() {
        return adaptor.bufferedCount();
    }

    /** The newest closed batch, as {@link StreamAdaptor#closedBatch()}. */
    public long closedBatch() {
        return adaptor.closedBatch();
    }

    private void send(List<TupleBatch> batches) {
        for (TupleBatch batch : BatchChunks.of(batches, BatchChunks.TUPLES_MAX)) {
            dispatcher.dispatch(encoder.encode(batch)).forEach(target::send);
        }
    }
}
