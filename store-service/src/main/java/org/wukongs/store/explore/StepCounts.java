package org.wukongs.store.explore;

/** The rows and time of a step in one execution. */
final class StepCounts {

    long rowsIn;
    long rowsOut;
    long timeNs; // 0 if times are not wanted
    long requests; // to other nodes; 0 if times are not wanted

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
    }

    void clear() {
        rowsIn = 0;
        rowsOut = 0;
        timeNs = 0;
        requests = 0;
    }
}
