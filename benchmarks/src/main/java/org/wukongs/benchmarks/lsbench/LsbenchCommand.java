package org.wukongs.benchmarks.lsbench;

import static org.wukongs.benchmarks.measure.Units.MS_PER_S;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.wukongs.benchmarks.lsbench.data.LsbenchDataOptions;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.QueryClass;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.measure.Benchmark;
import org.wukongs.benchmarks.result.Recorder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wukongs bench lsbench}. */
@Command(
        name = "lsbench",
        description = {
            "The benchmark of the Wukong+S paper: continuous queries over five streams and stored triples, and the"
                    + " same by an RDF store and its named graphs.",
            "Fails where the two disagree about rows."
        })
public final class LsbenchCommand extends Benchmark {

    /** A window end comes ten times a second only, too seldom for the compiler. */
    private static final int WARM_UP_REPEATS = 20;

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

    @Mixin LsbenchDataOptions data;

    @Option(names = "--phases", split = ",", description = "What to measure.")
    Set<Phase> phases = EnumSet.allOf(Phase.class);

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

    /** With {@code --quick}, a second or two a phase. */
    @Override
    protected void prepare() {
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

    @Override
    protected void measure(Recorder recorder, Path scratch) throws IOException {
        recorder.jvmFlags("this process", jvmFlags());
        recorder.setting("warmUpRepeats", warmUpRepeats);
        LsbenchFiles files = data.files(generatedSeconds(), scratch);
        recorder.data(files.name());
        StoredTerms terms = StoredTerms.read(files.stored());
        LsbenchInput input =
                new LsbenchInput(files, files.lengthMs(), terms, this, scratch, recorder);
        Map<QueryClass, Double> mediansUs = new EnumMap<>(QueryClass.class);
        recorder.phases(phases, phase -> run(phase, input, mediansUs));
    }

    /** {@code mediansUs} is what the phase of latencies leaves to that of throughput. */
    private static void run(Phase phase, LsbenchInput input, Map<QueryClass, Double> mediansUs)
            throws IOException {
        switch (phase) {
            case INJECTION -> InjectionPhase.run(input);
            case LATENCY -> mediansUs.putAll(LatencyPhase.latency(input));
            case PEER -> new PeerPhase(input).run();
            case RATES -> LatencyPhase.rates(input);
            case SIZES -> LatencyPhase.sizes(input);
            case THROUGHPUT -> new ThroughputPhase(input, mediansUs).run();
            case MEMORY -> MemoryPhase.run(input);
            case ONESHOT -> OneShotPhase.run(input);
        }
    }
}
