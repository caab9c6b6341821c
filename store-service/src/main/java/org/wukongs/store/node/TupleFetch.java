package org.wukongs.store.node;

import java.util.List;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TermHold;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.value.RowCells;
import org.wukongs.store.value.SolutionRows;
import org.wukongs.stream.EncodedBatch;

/**
 * Tuples of a stream at consecutive positions, as ids whose terms are held. Made by the node's
 * thread, read by one other thread, which closes it.
 */
public final class TupleFetch implements AutoCloseable {

    /** Subject, predicate and object. */
    public static final int COLUMN_COUNT = 3;

    private final TermDictionary dictionary;
    private final TermHold terms;
    private final long position;
    private final List<EncodedBatch> batches;
    private final int size;
    private final long stableMs;

    TupleFetch(
            TermDictionary dictionary, long position, List<EncodedBatch> batches, long stableMs) {
        this.dictionary = dictionary;
        this.terms = dictionary.hold();
        this.position = position;
        this.batches = batches;
        this.size = batches.stream().mapToInt(EncodedBatch::size).sum();
        this.stableMs = stableMs;
    }

    /** Returns the position of the first tuple. */
    public long position() {
        return position;
    }

    /** Returns the number of tuples. */
    public int size() {
        return size;
    }

    /**
     * Returns the event time up to which the stream is stable: {@code Long.MIN_VALUE} before its
     * first closed batch, {@code Long.MAX_VALUE} after its end.
     */
    public long stableMs() {
        return stableMs;
    }

    /** Returns the event times of the tuples. */
    public long[] eventTimesMs() {
        long[] timesMs = new long[size];
        int at = 0;
        for (EncodedBatch batch : batches) {
            System.arraycopy(batch.eventTimesMs(), 0, timesMs, at, batch.size());
            at += batch.size();
        }
        return timesMs;
    }

    /** Returns which tuples take their triples back. */
    public boolean[] removals() {
        boolean[] removals = new boolean[size];
        int at = 0;
        for (EncodedBatch batch : batches) {
            for (int row = 0; row < batch.size(); row++) {
                removals[at++] = batch.isRemoval(row);
            }
        }
        return removals;
    }

    /** Returns subjects, predicates and objects as texts, tuple by tuple. */
    public RowCells cells() {
        long[][] columns = new long[COLUMN_COUNT][size];
        int at = 0;
        for (EncodedBatch batch : batches) {
            for (int row = 0; row < batch.size(); row++, at++) {
                columns[0][at] = batch.subjects()[row];
                columns[1][at] = dictionary.vertexOfPredicate(batch.pid(row));
                columns[2][at] = batch.objects()[row];
            }
        }
        return SolutionRows.of(new BindingTable(columns, size), dictionary).cells();
    }

    @Override
    public void close() {
        terms.close();
    }
}
