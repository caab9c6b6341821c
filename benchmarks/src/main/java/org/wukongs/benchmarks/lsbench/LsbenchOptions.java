package org.wukongs.benchmarks.lsbench;

import java.util.List;
import java.util.Set;
import org.wukongs.benchmarks.lsbench.data.LsbenchDataOptions;
import org.wukongs.benchmarks.measure.OptionChecks;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What is measured, and for how long. */
final class LsbenchOptions {

    /** A window end comes ten times a second only, too seldom for the compiler. */
    private static final int WARM_UP_REPEATS = 20;

    @Mixin private LsbenchDataOptions data;

    @Option(
            names = "--phases",
            paramLabel = "LIST",
            split = ",",
            description =
                    "What to measure: injection, latency, peer, rates, sizes, throughput, memory, oneshot (default"
                            + " all).")
    private List<String> phaseNames;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "20",
            description =
                    "Event time that is measured at the data's rate (default ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--warmup-seconds",
            paramLabel = "S",
            defaultValue = "5",
            description = "Event time before that (default ${DEFAULT-VALUE}).")
    private double warmUpSeconds;

    @Option(
            names = "--rate",
            paramLabel = "X",
            defaultValue = "1",
            description = "Rate of the streams, times the data's own (default ${DEFAULT-VALUE}).")
    private double rate;

    @Option(
            names = "--max-speed",
            description = "Feed latencies' streams as fast as it goes instead of in real time.")
    private boolean maxSpeed;

    @Option(
            names = "--variants",
            paramLabel = "N",
            defaultValue = "20",
            description =
                    "Queries of L1, L2 and L3 each, with different constants (default ${DEFAULT-VALUE}).")
    private int variants;

    @Option(
            names = "--rates",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "1,2,4,7,10",
            description = "Rates of the phase of that name (default ${DEFAULT-VALUE}).")
    private List<Double> rates;

    @Option(
            names = "--sizes",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "1,2,5,10",
            description =
                    "Stored triples of the phase of that name, times the data's own (default ${DEFAULT-VALUE}).")
    private List<Integer> sizes;

    @Option(
            names = "--queries",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "1000,10000,100000,1000000",
            description = "Registered queries of throughput (default ${DEFAULT-VALUE}).")
    private List<Integer> queries;

    @Option(
            names = "--workers",
            paramLabel = "LIST",
            split = ",",
            defaultValue = "1,2",
            description = "Workers of throughput (default ${DEFAULT-VALUE}).")
    private List<Integer> workers;

    @Option(
            names = "--peer-seconds",
            paramLabel = "S",
            defaultValue = "3",
            description = "Event time beside the peer (default ${DEFAULT-VALUE}).")
    private double peerSeconds;

    @Option(
            names = "--throughput-seconds",
            paramLabel = "S",
            defaultValue = "10",
            description =
                    "Wall time of each mix, half of it again for its warm-up (default ${DEFAULT-VALUE}).")
    private double throughputSeconds;

    /** Checked; wrong ones are wrong usage. */
    LsbenchSettings settings(OptionChecks check) {
        check.aboveZero("--seconds", seconds);
        check.aboveZero("--warmup-seconds", warmUpSeconds);
        check.aboveZero("--peer-seconds", peerSeconds);
        check.aboveZero("--throughput-seconds", throughputSeconds);
        check.aboveZero("--rate", rate);
        rates.forEach(value -> check.aboveZero("--rates", value));
        check.atLeastOne("--variants", variants);
        data.check(check);
        sizes.forEach(value -> check.atLeastOne("--sizes", value));
        queries.forEach(value -> check.atLeastOne("--queries", value));
        workers.forEach(value -> check.atLeastOne("--workers", value));
        boolean quick = data.quick();
        return new LsbenchSettings(
                data.seed(),
                rate,
                quick ? 1.5 : warmUpSeconds,
                quick ? 1 : seconds,
                !maxSpeed,
                quick ? 3 : variants,
                quick ? 2 : WARM_UP_REPEATS,
                quick ? List.of(1.0, 2.0) : rates,
                quick ? List.of(1, 2) : sizes,
                quick ? List.of(10, 100) : queries,
                workers,
                quick ? 0.5 : peerSeconds,
                quick ? 0.5 : throughputSeconds);
    }

    Set<Phase> phases(OptionChecks check) {
        return check.phases(Phase.class, phaseNames);
    }

    LsbenchDataOptions data() {
        return data;
    }

    /** Enough tuples for the longest phase at the highest rate, and a second more. */
    double generatedSeconds(LsbenchSettings settings) {
        double factor = settings.rate();
        for (double value : settings.rates()) {
            factor = Math.max(factor, value);
        }
        return (settings.warmUpSeconds() + settings.seconds() + 1) * (data.quick() ? factor : 1);
    }
}
