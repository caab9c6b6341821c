package org.wukongs.benchmarks.lsbench;

import java.util.Locale;

/** The parts of the benchmark, in the order in which they run; names as in {@code --phases}. */
enum Phase {
    /** What a tuple costs, stream by stream (the paper's Table 6). */
    INJECTION,
    /** L1 to L6 under the streams. */
    LATENCY,
    /** L1 to L6 by an RDF store and its named graphs, rows compared. */
    PEER,
    /** Latency against the streams' rate (Fig. 13). */
    RATES,
    /** Latency against the stored triples. */
    SIZES,
    /** Mixes of up to a million registered queries. */
    THROUGHPUT,
    /** Indexes and data a minute, stream by stream (Table 7). */
    MEMORY,
    /** S1 to S6 with streams off and on (Table 8). */
    ONESHOT;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
