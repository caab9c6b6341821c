package org.wukongs.benchmarks.e2e;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.measure.Checkout;
import org.wukongs.benchmarks.measure.Machine;
import org.wukongs.benchmarks.measure.ReportOptions;
import org.wukongs.benchmarks.measure.ScratchFolder;
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

    @Mixin private ReportOptions report;

    @Mixin private E2eOptions options;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        E2eSettings settings = options.settings(spec);
        Instant date = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Machine machine = Machine.current();
        try (ScratchFolder scratch = new ScratchFolder()) {
            LsbenchFiles files =
                    options.data().files(report, options.generatedSeconds(), scratch.path());
            E2eRun run = new E2eRun(spec.commandLine().getErr());
            try (Stage stage = new Stage(files, settings, scratch.path())) {
                run.run(stage, options.phases());
            }
            return publish(
                    new E2eReport(
                            E2eReport.BENCHMARK,
                            E2eReport.VERSION,
                            date.toString(),
                            Checkout.commit(),
                            report.note(),
                            machine,
                            Machine.current().loadAverage(),
                            settings,
                            files.name(),
                            run.figures(),
                            run.failures()));
        }
    }

    /** Writes and prints everything, also of a run that failed. */
    private int publish(E2eReport result) throws IOException {
        report.publish(
                E2eReport.BENCHMARK,
                result.date(),
                result,
                E2eTable.of(result),
                E2eCharts.of(result.figures()));
        ReportOptions.failOn(result.failures());
        return 0;
    }
}
