package org.wukongs.benchmarks.load;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.OptionChecks;
import org.wukongs.benchmarks.measure.ReportOptions;
import org.wukongs.benchmarks.measure.ScratchFolder;
import org.wukongs.error.WukongsException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code wukongs bench load}. */
@Command(
        name = "load",
        description =
                "Load rate and memory of this store's loader with different numbers of threads, beside RDF4J's"
                        + " parser in front of the same store.",
        mixinStandardHelpOptions = true)
public final class LoadCommand implements Callable<Integer> {

    @Option(
            names = "--data",
            paramLabel = "FILE",
            description = "N-Triples, .nt .nt.zst (default: LUBM of --scale).")
    private Path data;

    @Option(
            names = "--scale",
            paramLabel = "1|40",
            defaultValue = "1",
            description = "LUBM-1 or LUBM-40 of --bench-dir (default ${DEFAULT-VALUE}).")
    private int scale;

    @Option(
            names = "--threads",
            paramLabel = "N",
            split = ",",
            description = "Numbers of threads to measure (default: 1 and one a core).")
    private List<Integer> threads = new ArrayList<>();

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "3",
            description = "Fresh processes of each, in turn (default ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--heap",
            paramLabel = "SIZE",
            defaultValue = "1g",
            description = "Of each process, as -Xmx takes it (default ${DEFAULT-VALUE}).")
    private String heap;

    @Option(
            names = "--engine-minutes",
            paramLabel = "M",
            defaultValue = "10",
            description = "A load that takes longer fails (default ${DEFAULT-VALUE}).")
    private long engineMinutes;

    @Mixin private ReportOptions report;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        check();
        Path source = source();
        if (data == null && !Files.isRegularFile(source)) {
            System.out.println("skipped: " + source + " not found");
            return 0;
        }
        try (ScratchFolder scratch = new ScratchFolder()) {
            Path folder = scratch.path();
            LoadRounds measurement =
                    new LoadRounds(
                            jvmFlags(),
                            new ChildProcess(folder, engineMinutes),
                            spec.commandLine().getErr());
            Path plain = plain(source, folder);
            publish(measurement.run(source, plain, variants(), rounds, report.note()));
        }
        return 0;
    }

    private void check() {
        if (rounds < 1 || engineMinutes < 1 || threads.stream().anyMatch(count -> count < 1)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--rounds, --threads and --engine-minutes must be at least 1: rounds="
                            + rounds
                            + " threads="
                            + threads
                            + " engineMinutes="
                            + engineMinutes);
        }
        new OptionChecks(spec).size("--heap", heap);
    }

    private Path source() {
        return data != null ? data : report.data("lubm/lubm-" + scale + ".nt.zst");
    }

    /** Decompressing is not what is measured. */
    private static Path plain(Path source, Path folder) throws IOException {
        if (!Files.isRegularFile(source)) {
            throw WukongsException.user("no such file: file=" + source);
        }
        if (!source.getFileName().toString().endsWith(".zst")) {
            return source;
        }
        Path plain = folder.resolve("data.nt");
        try (InputStream in = new ZstdInputStream(Files.newInputStream(source))) {
            Files.copy(in, plain);
        }
        return plain;
    }

    private List<LoadVariant> variants() {
        List<Integer> counts =
                threads.isEmpty()
                        ? List.of(1, Math.max(2, Runtime.getRuntime().availableProcessors()))
                        : threads;
        List<LoadVariant> variants = new ArrayList<>();
        variants.add(new LoadVariant(true, 1));
        counts.forEach(count -> variants.add(new LoadVariant(false, count)));
        return variants;
    }

    private List<String> jvmFlags() {
        return List.of(
                "-Xmx" + heap,
                "-XX:+UseParallelGC",
                "-XX:+ExitOnOutOfMemoryError",
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
    }

    private void publish(LoadReport result) throws IOException {
        report.publish(LoadReport.BENCHMARK, result.date(), result, LoadTable.of(result), Map.of());
    }
}
