package org.wukongs.benchmarks.lsbench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.wukongs.benchmarks.lsbench.data.GeneratedFiles;
import org.wukongs.benchmarks.lsbench.data.LsbenchArchive;
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
import picocli.CommandLine.Option;
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

    @Option(
            names = "--cache-dir",
            paramLabel = "DIR",
            description = "Where the archive is unpacked, once (default ~/.cache/wukongs-bench).")
    private Path cacheDir;

    @Mixin private ReportOptions report;

    @Mixin private LsbenchOptions options;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        LsbenchSettings settings = options.settings(spec, jvmFlags());
        Set<Phase> phases = options.phases();
        try (ScratchFolder scratch = new ScratchFolder()) {
            LsbenchFiles files = files(settings, scratch.path());
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

    private LsbenchFiles files(LsbenchSettings settings, Path scratch) {
        Path archive = report.data(LsbenchArchive.FILE);
        if (!options.generated() && Files.isRegularFile(archive)) {
            return LsbenchArchive.unpack(
                    archive, cacheDir == null ? LsbenchArchive.defaultCache() : cacheDir);
        }
        return GeneratedFiles.write(
                options.users(),
                options.rateShare(),
                options.generatedSeconds(settings),
                settings.seed(),
                scratch);
    }

    /** Writes and prints everything, also of a run that failed. */
    private int publish(LsbenchReport result) throws IOException {
        Path json =
                report.publish(
                        LsbenchReport.BENCHMARK, result.date(), result, LsbenchTable.of(result));
        String stamped = json.getFileName().toString().replaceFirst("\\.json$", "");
        for (Map.Entry<String, String> chart : LsbenchCharts.of(result.figures()).entrySet()) {
            String name = stamped + "-" + chart.getKey() + ".svg";
            Files.writeString(json.resolveSibling(name), chart.getValue());
        }
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
