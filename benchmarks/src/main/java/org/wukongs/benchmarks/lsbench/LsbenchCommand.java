package org.wukongs.benchmarks.lsbench;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
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
import org.wukongs.benchmarks.measure.ResultFiles;
import org.wukongs.benchmarks.measure.ScratchFolder;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
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
            names = "--bench-dir",
            paramLabel = "DIR",
            description =
                    "Folder of benchmark data (default ../shared/bench beside the checkout); without its archive the"
                            + " project's own generator takes its place.")
    private Path benchDir;

    @Option(
            names = "--cache-dir",
            paramLabel = "DIR",
            description = "Where the archive is unpacked, once (default ~/.cache/wukongs-bench).")
    private Path cacheDir;

    @Option(
            names = "--note",
            paramLabel = "TEXT",
            defaultValue = "",
            description = "What readers of the result should know.")
    private String note;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where results go (default benchmarks/results of the checkout).")
    private Path out;

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
                note,
                machine,
                Machine.current().loadAverage(),
                input.settings(),
                input.files().name(),
                run.figures(),
                run.failures());
    }

    private LsbenchFiles files(LsbenchSettings settings, Path scratch) {
        Path folder = benchDir == null ? Checkout.resolve("../shared/bench") : benchDir;
        Path archive = folder.resolve(LsbenchArchive.FILE);
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
    private int publish(LsbenchReport report) throws IOException {
        Path folder = out == null ? Checkout.resolve("benchmarks/results") : out;
        String stamped = ResultFiles.stamped(LsbenchReport.BENCHMARK, Instant.parse(report.date()));
        Path json = folder.resolve(stamped + ".json");
        ResultFiles.write(json, report);
        String table = LsbenchTable.of(report);
        Files.writeString(folder.resolve(stamped + ".txt"), table);
        for (Map.Entry<String, String> chart : LsbenchCharts.of(report.figures()).entrySet()) {
            String name = stamped + "-" + chart.getKey() + ".svg";
            Files.writeString(folder.resolve(name), chart.getValue());
        }
        new PrintStream(System.out, true, StandardCharsets.UTF_8).print(table);
        System.out.println("written: " + json);
        if (!report.failures().isEmpty()) {
            throw new WukongsException(
                    Category.FATAL,
                    "the benchmark failed: failures="
                            + report.failures().size()
                            + " first: "
                            + report.failures().get(0));
        }
        return 0;
    }

    /** Of this process, without what says where things are. */
    private static List<String> jvmFlags() {
        return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-X"))
                .toList();
    }
}
