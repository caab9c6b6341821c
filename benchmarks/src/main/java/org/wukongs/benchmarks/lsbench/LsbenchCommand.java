package org.wukongs.benchmarks.lsbench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.data.StreamLength;
import org.wukongs.benchmarks.measure.Checkout;
import org.wukongs.benchmarks.measure.Machine;
import org.wukongs.benchmarks.measure.ReportOptions;
import org.wukongs.benchmarks.measure.ScratchFolder;
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
        mixinStandardHelpOptions = true)
public final class LsbenchCommand implements Callable<Integer> {

    @Mixin private ReportOptions report;

    @Mixin private LsbenchOptions options;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        LsbenchSettings settings = options.settings(spec, jvmFlags());
        Set<Phase> phases = options.phases();
        try (ScratchFolder scratch = new ScratchFolder()) {
            LsbenchFiles files =
                    options.data()
                            .files(report, options.generatedSeconds(settings), scratch.path());
            LsbenchInput input =
                    new LsbenchInput(
                            files,
                            StreamLength.ms(files),
                            StoredTerms.read(files.stored()),
                            settings,
                            scratch.path(),
                            spec.commandLine().getErr());
            return publish(report(input, phases));
        }
    }

    private LsbenchReport report(LsbenchInput input, Set<Phase> phases) {
        Instant date = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Machine machine = Machine.current();
        String commit = Checkout.commit();
        LsbenchRun run = new LsbenchRun(input);
        run.run(phases);
        return new LsbenchReport(
                LsbenchReport.BENCHMARK,
                LsbenchReport.VERSION,
                date.toString(),
                commit,
                report.note(),
                machine,
                Machine.current().loadAverage(),
                input.settings(),
                input.files().name(),
                run.figures(),
                run.failures());
    }

    /** Writes and prints everything, also of a run that failed. */
    private int publish(LsbenchReport result) throws IOException {
        report.publish(
                LsbenchReport.BENCHMARK,
                result.date(),
                result,
                LsbenchTable.of(result),
                LsbenchCharts.of(result.figures()));
        ReportOptions.failOn(result.failures());
        return 0;
    }

    /** Of this process, without what says where things are. */
    private static List<String> jvmFlags() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-X"))
                .toList();
    }
}
