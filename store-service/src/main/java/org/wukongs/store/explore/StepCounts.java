package org.wukongs.store.explore;

import java.util.List;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** The rows, time and requests of a step in one execution. */
final class StepCounts {

    /** On the wire: rows after the step, time, requests, bytes. */
    static final int BYTES = 4 * Long.BYTES;

    /** Of a count that another node says: sums of those of all nodes do not overflow. */
    private static final long COUNT_MAX = 1L << 48;

    long rowsIn;
    long rowsOut;
    long timeNs; // 0 if times are not wanted
    long requests; // to other nodes; 0 if times are not wanted
    long bytes; // of these requests and their answers

    /** Adds a morsel; returns {@code endNs}. */
    long add(int in, int out, long startNs, long endNs) {
        rowsIn += in;
        rowsOut += out;
        timeNs += endNs - startNs;
        return endNs;
    }

    void add(StepCounts other) {
        rowsIn += other.rowsIn;
        rowsOut += other.rowsOut;
        timeNs += other.timeNs;
        requests += other.requests;
        bytes += other.bytes;
    }

    void clear() {
        rowsIn = 0;
        rowsOut = 0;
        timeNs = 0;
        requests = 0;
        bytes = 0;
    }

    /** Returns counts of no rows, one for each step. */
    static StepCounts[] none(int stepCount) {
        StepCounts[] counts = new StepCounts[stepCount];
        for (int i = 0; i < stepCount; i++) {
            counts[i] = new StepCounts();
        }
        return counts;
    }

    /**
     * Adds the counts of some steps to those of steps {@code from} to {@code to - 1} of a plan; a
     * step more, before them, only passes rows on.
     */
    static void add(List<StepCounts> some, StepCounts[] into, int from, int to) {
        int skip = Math.max(0, some.size() - (to - from));
        for (int i = skip; i < some.size(); i++) {
            into[from + i - skip].add(some.get(i));
        }
    }

    static void encode(StepCounts counts, WireWriter out) {
        out.putLong(counts.rowsOut)
                .putLong(counts.timeNs)
                .putLong(counts.requests)
                .putLong(counts.bytes);
    }

    static StepCounts decode(WireReader in) {
        StepCounts counts = new StepCounts();
        counts.rowsOut = count(in);
        counts.timeNs = count(in);
        counts.requests = count(in);
        counts.bytes = count(in);
        return counts;
    }

    private static long count(WireReader in) {
        return InputLimits.checkRange("count of a step", in.getLong(), 0, COUNT_MAX);
    }
}
