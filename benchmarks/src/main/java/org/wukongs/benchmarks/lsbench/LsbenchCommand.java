package org.wukongs.benchmarks.lsbench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.query.QueryClass;
import org.wukongs.benchmarks.measure.BenchRun;
import org.wukongs.benchmarks.measure.OptionValues;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.ResultOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code wukongs bench lsbench}. */
@Command(
        name = "lsbench",
        description = {
            "The benchmark of the Wukong+S paper: continuous queries over five streams and stored triples, and the"
                    + " same by an RDF store and its named graphs.",
            "Fails where the two disagree about rows."
        },
        showDefaultValues = true,
        mixinStandardHelpOptions = true)
public final class LsbenchCommand implements Callable<Integer> {

    @Mixin private LsbenchOptions options;
    @Mixin private ResultOptions output;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        options.apply();
        return BenchRun.run("lsbench", spec, output, this::measure);
    }

    private void measure(Recorder recorder, Path scratch) throws IOException {
        Set<Phase> phases = OptionValues.phases(spec, Phase.class, options.phases);
        recorder.jvmFlags("this process", BenchRun.jvmFlags());
        recorder.setting("warmUpRepeats", options.warmUpRepeats);
        LsbenchFiles files = options.data.files(options.generatedSeconds(), scratch);
        recorder.data(files.name());
        StoredTerms terms = StoredTerms.read(files.stored());
        LsbenchInput input =
                new LsbenchInput(files, files.lengthMs(), terms, options, scratch, recorder);
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
