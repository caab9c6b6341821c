package org.wukongs.store.simulation;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/** A sink subtask: what it sends is on its way for a while. */
final class FailoverWriter implements StreamFeed.Target {

    private final FailoverStore store;
    private final WriterId id;
    private final StreamFeed feed;
    private final Deque<Runnable> inFlight = new ArrayDeque<>();
    private final long[] watermarksMs;
    private long epoch;
    private long sequence;
    private boolean open;

    FailoverWriter(FailoverStore store, WriterId id, int inputCount) {
        this.store = store;
        this.id = id;
        this.feed =
                new StreamFeed(
                        FailoverStore.STREAM, store.node.dictionary(), VertexOwners.ONE, this);
        this.watermarksMs = new long[inputCount];
        Arrays.fill(watermarksMs, Long.MIN_VALUE);
    }

    void open(WriterOrigin origin) {
        epoch = store.node.openWriter(id, origin);
        open = true;
    }

    boolean isOpen() {
        return open;
    }

    boolean isCurrent() {
        return open && store.isCurrent(epoch);
    }

    boolean ended() {
        return feed.closedBatch() == Long.MAX_VALUE;
    }

    boolean hasInFlight() {
        return !inFlight.isEmpty();
    }

    void write(Tuple tuple) {
        feed.add(tuple);
    }

    void watermark(int input, long timeMs) {
        watermarksMs[input] = Math.max(watermarksMs[input], timeMs);
        long leastMs = Arrays.stream(watermarksMs).min().orElseThrow();
        if (leastMs != Long.MIN_VALUE) {
            feed.advanceTo(leastMs == Long.MAX_VALUE ? leastMs : leastMs + 1);
        }
    }

    /** Everything has arrived. */
    MessageId flush() {
        feed.drain();
        while (!inFlight.isEmpty()) {
            deliver();
        }
        store.node.writers().flush(id, epoch, sequence);
        return new MessageId(epoch, id.index(), sequence);
    }

    /** The next message arrives. */
    void deliver() {
        if (!inFlight.isEmpty()) {
            inFlight.poll().run();
        }
    }

    @Override
    public void send(ShardBatch batch) {
        sequence = batch.sequence();
        inFlight.add(() -> store.inject(id, epoch, batch));
    }

    @Override
    public void closeUpTo(long batch) {
        long sent = sequence;
        inFlight.add(() -> store.node.writers().closeUpTo(id, epoch, batch, sent));
    }

    @Override
    public void idle() {
        throw new IllegalStateException("no writer is idle here");
    }
}
