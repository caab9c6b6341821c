package org.wukongs.store.simulation;

import java.util.Random;
import org.wukongs.id.Vids;
import org.wukongs.stream.EncodedBatch;

/** A tuple of the simulation; there are few terms, so that triples come again. */
record SimulatedTuple(long timeMs, long subject, long pid, long object) {

    static final int TERM_COUNT = 4;
    static final int PID_MAX = 4;

    /** The only timing predicate. */
    static final long TIMING = PID_MAX;

    static SimulatedTuple random(Random random, long timeMs) {
        return new SimulatedTuple(
                timeMs,
                term(random.nextInt(TERM_COUNT)),
                1L + random.nextInt(PID_MAX),
                term(random.nextInt(TERM_COUNT)));
    }

    static long term(int number) {
        return Vids.vid(1L + number, 300 * number);
    }

    boolean timeless() {
        return pid != TIMING;
    }

    EncodedBatch encoded(long batch, boolean late) {
        return new EncodedBatch(
                batch,
                late,
                new long[] {timeMs},
                new long[] {subject},
                new long[] {pid},
                new long[] {object});
    }

    /** As a triple, whenever it was. */
    SimulatedTriple triple() {
        return new SimulatedTriple(subject, pid, object);
    }

    /** What sets are made of. */
    record SimulatedTriple(long subject, long pid, long object) {}
}
