package org.wukongs.benchmarks.e2e;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.wukongs.benchmarks.e2e.job.JobKind;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.measure.OptionChecks;
import org.wukongs.benchmarks.measure.ScratchFolder;
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
        mixinStandardHelpOptions = true)
public final class E2eCommand implements Callable<Integer> {

    @Mixin private E2eOptions options;
    @Mixin private ResultOptions output;
    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        OptionChecks check = new OptionChecks(spec);
        E2eSettings settings = options.settings(check);
        Set<E2ePhase> phases = options.phases(check);
        E2eFlags flags = options.flags();
        Recorder recorder = new Recorder("e2e", spec.commandLine().getErr());
        recorder.jvmFlags("flink", flags.flink());
        recorder.jvmFlags("store", flags.store());
        recorder.jvmFlags("broker", flags.broker());
        recorder.settings(settings);
        try (ScratchFolder scratch = new ScratchFolder()) {
            LsbenchFiles files = options.data().files(options.generatedSeconds(), scratch.path());
            recorder.data(files.name());
            List<LiveReport> live = new ArrayList<>();
            try (Stage stage = new Stage(files, settings, flags, scratch.path(), recorder)) {
                recorder.phases(phases, phase -> run(phase, stage, live));
            }
            LiveTables.record(live, recorder);
        }
        output.publish("e2e", recorder);
        return 0;
    }

    /** {@code live} gets what live jobs did, of whatever phase. */
    private static void run(E2ePhase phase, Stage stage, List<LiveReport> live) {
        E2eSettings settings = stage.settings();
        switch (phase) {
            case THROUGHPUT ->
                    new LiveRun(stage, JobKind.STORE, phase)
                            .run(List.of(settings.rate()), settings.throughputSeconds(), live);
            case LATENCY -> latency(stage, JobKind.STORE, phase, live);
            case CONNECTOR -> new ConnectorPhase(stage).run();
            case FLINK_SQL -> {
                new RowsPhase(stage).run();
                RowsPhase.FLINK_SQL.forEach(kind -> latency(stage, kind, phase, live));
            }
        }
    }

    private static void latency(Stage stage, JobKind kind, E2ePhase phase, List<LiveReport> live) {
        E2eSettings settings = stage.settings();
        new LiveRun(stage, kind, phase)
                .run(settings.latencyRates(), settings.latencySeconds(), live);
    }
}
