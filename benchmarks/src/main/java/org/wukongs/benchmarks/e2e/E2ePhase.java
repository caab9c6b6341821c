package org.wukongs.benchmarks.e2e;

import java.util.Locale;

/** The parts of a run, in the order in which they run; names as in {@code --phases}. */
enum E2ePhase {
    THROUGHPUT,
    LATENCY,
    CONNECTOR,
    FLINK_SQL;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
