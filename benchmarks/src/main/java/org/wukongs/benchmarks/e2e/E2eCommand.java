package org.wukongs.benchmarks.e2e;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.measure.BenchRun;
import org.wukongs.benchmarks.measure.OptionValues;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.ResultOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code wukongs bench e2e}. */
@Command(
        name = "e2e",
        description = {
            "Kafka broker, Flink job and store on this machine, each in a process of its own: LSBench from topics to"
                    + " the result topic, and the same in plain Flink SQL.",
            "Fails where the two disagree about rows."
        },
        showDefaultValues = true,
        mixinStandardHelpOptions = true)
public final class E2eCommand implements Callable<Integer> {

    @Mixin private E2eOptions options;
    @Mixin private ResultOptions output;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        options.apply();
        return BenchRun.run("e2e", spec, output, this::measure);
    }

    private void measure(Recorder recorder, Path scratch) throws IOException {
        Set<E2ePhase> phases = OptionValues.phases(spec, E2ePhase.class, options.phases);
        recorder.jvmFlags("flink", options.flinkFlags());
        recorder.jvmFlags("store", options.storeFlags());
        recorder.jvmFlags("broker", options.brokerFlags());
        LsbenchFiles files = options.data.files(options.generatedSeconds(), scratch);
        recorder.data(files.name());
        List<LiveReport> live = new ArrayList<>();
        try (Stage stage = new Stage(files, options, scratch, recorder)) {
            recorder.phases(phases, phase -> run(phase, stage, live));
        }
        LiveTables.record(live, recorder);
    }

    /** {@code live} gets what live jobs did, of whatever phase. */
    private void run(E2ePhase phase, Stage stage, List<LiveReport> live) throws IOException {
        switch (phase) {
            case THROUGHPUT ->
                    new LiveRun(stage, JobKind.STORE, phase)
                            .run(List.of(options.rate), options.minutes * 60, live);
            case LATENCY -> latency(stage, JobKind.STORE, phase, live);
            case CONNECTOR -> new ConnectorPhase(stage).run();
            case FLINK_SQL -> {
                RowsPhase.run(stage);
                for (JobKind kind : JobKind.FLINK_SQL) {
                    latency(stage, kind, phase, live);
                }
            }
        }
    }

    private void latency(Stage stage, JobKind kind, E2ePhase phase, List<LiveReport> live)
            throws IOException {
        new LiveRun(stage, kind, phase).run(options.latencyRates, options.seconds, live);
    }
}
