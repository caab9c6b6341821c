package org.wukongs.benchmarks.lsbench;

import static org.wukongs.benchmarks.measure.Units.MS_PER_S;

import java.util.Collections;
import java.util.List;
import org.wukongs.benchmarks.lsbench.data.LsbenchDataOptions;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is measured, and for how long. */
final class LsbenchOptions {

    /** A window end comes ten times a second only, too seldom for the compiler. */
    private static final int WARM_UP_REPEATS = 20;

    @Mixin LsbenchDataOptions data;

    @Option(
            names = "--phases",
            split = ",",
            description =
                    "What to measure: injection, latency, peer, rates, sizes, throughput, memory, oneshot (default"
                            + " all).")
    List<String> phases;

    @Option(names = "--seconds", description = "Event time that is measured at the data's rate.")
    double seconds = 20;

    @Option(names = "--warmup-seconds", description = "Event time before that.")
    double warmUpSeconds = 5;

    @Option(names = "--rate", description = "Rate of the streams, times the data's own.")
    double rate = 1;

    @Option(
            names = "--max-speed",
            description = "Feed latencies' streams as fast as it goes instead of in real time.")
    boolean maxSpeed;

    @Option(
            names = "--variants",
            description = "Queries of L1, L2 and L3 each, with different constants.")
    int variants = 20;

    @Option(names = "--rates", split = ",", description = "Rates of the phase of that name.")
    List<Double> rates = List.of(1.0, 2.0, 4.0, 7.0, 10.0);

    @Option(
            names = "--sizes",
            split = ",",
            description = "Stored triples of the phase of that name, times the data's own.")
    List<Integer> sizes = List.of(1, 2, 5, 10);

    @Option(names = "--queries", split = ",", description = "Registered queries of throughput.")
    List<Integer> queries = List.of(1_000, 10_000, 100_000, 1_000_000);

    @Option(names = "--workers", split = ",", description = "Workers of throughput.")
    List<Integer> workers = List.of(1, 2);

    @Option(names = "--peer-seconds", description = "Event time beside the peer.")
    double peerSeconds = 3;

    @Option(
            names = "--throughput-seconds",
            description = "Wall time of each mix, half of it again for its warm-up.")
    double throughputSeconds = 10;

    /** Executions of each query at each window end of the warm-up. */
    int warmUpRepeats = WARM_UP_REPEATS;

    /** A second or two a phase, if that is what is asked for. */
    void apply() {
        if (data.quick()) {
            warmUpSeconds = 1.5;
            seconds = 1;
            variants = 3;
            warmUpRepeats = 2;
            rates = List.of(1.0, 2.0);
            sizes = List.of(1, 2);
            queries = List.of(10, 100);
            peerSeconds = 0.5;
            throughputSeconds = 0.5;
        }
    }

    /** Enough tuples for the longest phase at the highest rate, and a second more. */
    double generatedSeconds() {
        double factor = Math.max(rate, Collections.max(rates));
        return (warmUpSeconds + seconds + 1) * (data.quick() ? factor : 1);
    }

    /** In whole steps. */
    static long steps(double seconds) {
        return Math.round(seconds * MS_PER_S / BenchNode.STEP_MS) * BenchNode.STEP_MS;
    }
}
