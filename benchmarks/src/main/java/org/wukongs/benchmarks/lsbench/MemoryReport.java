package org.wukongs.benchmarks.lsbench;

import java.util.List;

/** The paper's Table 7: what a minute of each stream takes, in bytes. */
record MemoryReport(List<StreamMemory> streams) {

    /**
     * One stream.
     *
     * @param tuples a minute
     * @param window of the tuples and their index, while queries may need them; the heap's
     * @param graph of the stored triples
     * @param terms of strings and ids that were not there before
     */
    record StreamMemory(
            String stream,
            double tuples,
            double window,
            double graph,
            double terms,
            double windowBytesPerTuple) {}
}
