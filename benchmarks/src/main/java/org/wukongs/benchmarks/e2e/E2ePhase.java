package org.wukongs.benchmarks.e2e;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The parts of a run, in the order in which they run. */
enum E2ePhase {
    THROUGHPUT,
    LATENCY,
    CONNECTOR,
    FLINK_SQL;

    /**
     * Of names as {@link #toString} has them, null for all; an unknown one is an argument error.
     */
    static Set<E2ePhase> parse(List<String> names) {
        if (names == null) {
            return EnumSet.allOf(E2ePhase.class);
        }
        return names.stream()
                .map(name -> valueOf(name.strip().toUpperCase(Locale.ROOT).replace('-', '_')))
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(E2ePhase.class)));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
