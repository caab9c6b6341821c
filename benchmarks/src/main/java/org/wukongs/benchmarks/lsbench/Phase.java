package org.wukongs.benchmarks.lsbench;

import java.util.Locale;

/** The parts of the benchmark, in the order in which they run; names as in {@code --phases}. */
enum Phase {
    INJECTION("what a tuple costs, stream by stream (the paper's Table 6)"),
    LATENCY("L1 to L6 under the streams"),
    PEER("L1 to L6 by an RDF store and its named graphs, rows compared"),
    RATES("latency against the streams' rate (Fig. 13)"),
    SIZES("latency against the stored triples"),
    THROUGHPUT("mixes of up to a million registered queries"),
    MEMORY("indexes and data a minute, stream by stream (Table 7)"),
    ONESHOT("S1 to S6 with streams off and on (Table 8)");

    private final String description;

    Phase(String description) {
        this.description = description;
    }

    String description() {
        return description;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
