package org.wukongs.store.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.ntriples.CharacterClasses;
import org.wukongs.store.dictionary.TermServer;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;

/**
 * Encodes lines of a stream to batches, for a writer in the store's own process. Does the work of
 * {@link org.wukongs.stream.StreamAdaptor} and {@link org.wukongs.stream.TupleEncoder} without
 * making strings. Not thread-safe.
 */
public final class StreamEncoder {

    private static final int ROWS_FIRST = 1 << 10;

    private final TripleRows rows;
    private final TupleLine line = new TupleLine();
    private final BitSet removals = new BitSet();
    private long[] eventTimesMs = new long[ROWS_FIRST];

    public StreamEncoder(TermServer dictionary) {
        this.rows = new TripleRows(dictionary);
    }

    /**
     * Adds the tuples of {@code text}, whose lines are as in a stream file but in any order of
     * time. If a line is bad (a USER error) or the dictionary is full, all tuples added since the
     * last {@link #take} are dropped.
     */
    public void addLines(byte[] text) {
        boolean added = false;
        try {
            addAll(text);
            added = true;
        } finally {
            if (!added) {
                rows.clear();
            }
        }
    }

    private void addAll(byte[] text) {
        byte[] ended = text;
        if (text.length > 0 && !CharacterClasses.isLineEnd(text[text.length - 1])) {
            ended = Arrays.copyOf(text, text.length + 1);
            ended[text.length] = '\n';
        }
        line.begin();
        long lineNumber = 0;
        for (int at = 0; at < ended.length; ) {
            at = line.scan(ended, at, Long.MIN_VALUE);
            lineNumber++;
            if (line.isTuple()) {
                add(line);
            } else if (line.problem() != null) {
                throw badTuple(line, "line " + lineNumber);
            }
        }
    }

    /** {@code place} names the line, and its file if there is one. */
    static WukongsException badTuple(TupleLine line, String place) {
        return WukongsException.user(
                "bad stream tuple: "
                        + line.problem()
                        + " ("
                        + place
                        + ", column "
                        + line.problemColumn()
                        + ")");
    }

    void add(TupleLine tuple) {
        int row = rows.size();
        if (row == eventTimesMs.length) {
            eventTimesMs = Arrays.copyOf(eventTimesMs, 2 * row);
        }
        eventTimesMs[row] = tuple.timeMs();
        removals.set(row, tuple.isRemoval());
        rows.add(tuple.subject(), tuple.predicate(), tuple.object());
    }

    /** Returns the number of tuples added and not yet taken. */
    public int size() {
        return rows.size();
    }

    /**
     * Takes all added tuples, by batch, and within a batch in the order of arrival. Tuples of
     * batches up to {@code closedBatch} are late. If this throws, as it does when the dictionary is
     * full, all added tuples are dropped.
     */
    public List<EncodedBatch> take(StreamDefinition stream, long closedBatch) {
        flush();
        int[] order = isSorted() ? null : order(stream);
        List<EncodedBatch> batches = new ArrayList<>();
        int size = rows.size();
        for (int from = 0; from < size; ) {
            long batch = batchOf(stream, row(order, from));
            int to = from + 1;
            while (to < size && batchOf(stream, row(order, to)) == batch) {
                to++;
            }
            batches.add(encoded(batch, batch <= closedBatch, order, from, to));
            from = to;
        }
        rows.clear();
        return batches;
    }

    private void flush() {
        boolean flushed = false;
        try {
            rows.flush();
            flushed = true;
        } finally {
            if (!flushed) {
                rows.clear();
            }
        }
    }

    private long batchOf(StreamDefinition stream, int row) {
        return stream.batchOf(eventTimesMs[row]);
    }

    private static int row(int[] order, int index) {
        return order == null ? index : order[index];
    }

    private EncodedBatch encoded(long batch, boolean late, int[] order, int from, int to) {
        int count = to - from;
        long[] times = new long[count];
        long[] subjects = new long[count];
        long[] predicates = new long[count];
        long[] objects = new long[count];
        for (int i = 0; i < count; i++) {
            int row = row(order, from + i);
            times[i] = eventTimesMs[row];
            subjects[i] = rows.subject(row);
            predicates[i] = rows.predicate(row) | (removals.get(row) ? EncodedBatch.REMOVAL : 0);
            objects[i] = rows.object(row);
        }
        return new EncodedBatch(batch, late, times, subjects, predicates, objects);
    }

    private boolean isSorted() {
        for (int row = 1; row < rows.size(); row++) {
            if (eventTimesMs[row] < eventTimesMs[row - 1]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the rows ordered by batch, and within a batch by arrival. */
    private int[] order(StreamDefinition stream) {
        int size = rows.size();
        long[] batches = new long[size];
        for (int row = 0; row < size; row++) {
            batches[row] = batchOf(stream, row);
        }
        Arrays.sort(batches);
        long[] ranked = new long[size];
        for (int row = 0; row < size; row++) {
            long rank = firstIndex(batches, batchOf(stream, row));
            ranked[row] = rank << Integer.SIZE | row;
        }
        Arrays.sort(ranked);
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[i] = (int) ranked[i];
        }
        return order;
    }

    /** Returns the first index of {@code value}, which must be present, in a sorted array. */
    private static int firstIndex(long[] sorted, long value) {
        int from = 0;
        int to = sorted.length - 1;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (sorted[middle] < value) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }
}
