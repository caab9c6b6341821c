package org.wukongs.benchmarks.changes;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.wukongs.benchmarks.engine.EngineName;
import org.wukongs.benchmarks.lsbench.data.LsbenchDataOptions;
import org.wukongs.benchmarks.lubm.GraphOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is measured, and how much of it. */
final class ChangesOptions {

    private static final int SCALE = 40;

    /** The parts of the benchmark, in the order in which they run. */
    enum Phase {
        READING,
        REMOVAL,
        HUB,
        UPDATES,
        RETENTION;

        /** As in {@code --phases}. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Mixin LsbenchDataOptions data;
    @Mixin final GraphOptions graph = new GraphOptions(SCALE);

    @Option(
            names = "--phases",
            split = ",",
            description = "What to measure; there also is retention, which takes hours.")
    Set<Phase> phases = EnumSet.complementOf(EnumSet.of(Phase.RETENTION));

    @Option(names = "--batch", description = "Triples that a snapshot of reading removes and adds.")
    int batch = 10_000;

    @Option(names = "--query-seconds", description = "Of each query of reading, on both graphs.")
    double querySeconds = 4;

    @Option(names = "--seconds", description = "Event time of the streams of removal.")
    double seconds = 10;

    @Option(names = "--rounds", description = "Of removal and of updates.")
    int rounds = 4;

    @Option(names = "--neighbours", description = "Of the vertex of hub.")
    int neighbours = 10_000_000;

    @Option(names = "--removals", description = "Neighbours that hub removes in each way.")
    int removals = 100_000;

    @Option(names = "--engines", split = ",", description = "Stores of updates.")
    List<EngineName> engines = List.of(EngineName.values());

    @Option(
            names = "--operations",
            description = "Updates of each kind for single triples; a 500th of it for others.")
    int operations = 100_000;

    @Option(names = "--base-triples", description = "What the stores of updates have before.")
    int baseTriples = 100_000;

    @Option(names = "--heap", description = "Heap of each other store, as -Xmx takes it.")
    String heap = "4g";

    @Option(names = "--heap-wukongs", description = "Heap of this store in updates.")
    String heapWukongs = "1g";

    @Option(names = "--event-minutes", description = "Event time of retention.")
    int eventMinutes = 120;

    @Option(names = "--kept-seconds", description = "What retention keeps of the streams.")
    double keptSeconds = 60;

    @Option(
            names = "--terms-kept",
            description = "Seconds that retention keeps terms which nothing names; 0 for ever.")
    double termsKeptSeconds = 60;

    /** A second or two a phase, if that is what is asked for. */
    void apply() {
        if (data.quick()) {
            batch = 100;
            querySeconds = 0.1;
            seconds = 1;
            rounds = 1;
            neighbours = 10_000;
            removals = 200;
            operations = 200;
            baseTriples = 2_000;
            eventMinutes = 3;
            keptSeconds = 10;
        }
    }
}
