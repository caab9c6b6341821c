package org.wukongs.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Groups a writer's tuples into batches by event time (Wukong+S, SOSP'17, section 3: the Adaptor).
 *
 * <p>Tuples of open batches are buffered until their batch is closed by {@link #advanceTo} or
 * handed on early by {@link #drain}. A tuple of a batch that this writer has closed is late.
 * Invariants: every tuple added is handed on exactly once; batches are handed on in order of batch
 * number; after {@code advanceTo(t)} no batch that ends at or before t is open. Not thread-safe.
 */
public final class StreamAdaptor {

    /** Nothing closed yet. */
    public static final long NO_BATCH = Long.MIN_VALUE;

    /** The closed batch of a stream that has ended: all batches are closed. */
    public static final long END_OF_STREAM = Long.MAX_VALUE;

    private final StreamDefinition stream;
    private final TreeMap<Long, List<Tuple>> open = new TreeMap<>();
    private List<Tuple> late = new ArrayList<>();
    private long closedBatch = NO_BATCH;
    private long lateCount;
    private int bufferedCount;

    public StreamAdaptor(StreamDefinition stream) {
        this.stream = stream;
    }

    /** Returns false if the tuple is late. */
    public boolean add(Tuple tuple) {
        bufferedCount++;
        long batch = stream.batchOf(tuple.eventTimeMs());
        if (batch <= closedBatch) {
            lateCount++;
            late.add(tuple);
            return false;
        }
        open.computeIfAbsent(batch, b -> new ArrayList<>()).add(tuple);
        return true;
    }

    /**
     * Advances event time to {@code timeMs} (exclusive: tuples of that millisecond may still come);
     * {@code Long.MAX_VALUE} ends the stream.
     *
     * @return batches that can be handed on now, late tuples first
     */
    public List<TupleBatch> advanceTo(long timeMs) {
        if (timeMs == Long.MIN_VALUE) {
            return List.of(); // Closes nothing, and has no batch before it.
        }
        long complete = timeMs == Long.MAX_VALUE ? END_OF_STREAM : stream.batchOf(timeMs) - 1;
        if (complete <= closedBatch) {
            return List.of();
        }
        closedBatch = complete;
        return take(complete);
    }

    /**
     * Takes everything buffered, open batches too, for instance at a checkpoint barrier. Closes
     * nothing.
     */
    public List<TupleBatch> drain() {
        return take(END_OF_STREAM);
    }

    /** The newest closed batch, {@link #NO_BATCH} or {@link #END_OF_STREAM}. */
    public long closedBatch() {
        return closedBatch;
    }

    public long lateCount() {
        return lateCount;
    }

    public int bufferedCount() {
        return bufferedCount;
    }

    private List<TupleBatch> take(long upToBatch) {
        List<TupleBatch> batches = new ArrayList<>();
        for (Tuple tuple : late) {
            batches.add(new TupleBatch(stream.batchOf(tuple.eventTimeMs()), true, List.of(tuple)));
        }
        bufferedCount -= late.size();
        late = new ArrayList<>();
        while (!open.isEmpty() && open.firstKey() <= upToBatch) {
            var entry = open.pollFirstEntry();
            bufferedCount -= entry.getValue().size();
            batches.add(new TupleBatch(entry.getKey(), false, entry.getValue()));
        }
        return batches;
    }
}
