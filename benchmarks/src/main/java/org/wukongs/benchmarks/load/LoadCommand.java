package org.wukongs.benchmarks.load;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.wukongs.benchmarks.measure.Checkout;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.measure.ResultFiles;
import org.wukongs.benchmarks.measure.ScratchFolder;
import org.wukongs.error.WukongsException;
import picocli.CommandLine.Command;
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
            names = "--bench-dir",
            paramLabel = "DIR",
            description = "Folder of benchmark data (default ../shared/bench beside the checkout).")
    private Path benchDir;

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
            publish(measurement.run(source, plain, variants(), rounds, note));
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
        if (!heap.matches("[1-9][0-9]*[kKmMgG]?")) {
            throw new ParameterException(
                    spec.commandLine(), "--heap must be a size as 512m or 6g: heap=" + heap);
        }
    }

    private Path source() {
        Path folder = benchDir == null ? Checkout.resolve("../shared/bench") : benchDir;
        return data != null ? data : folder.resolve("lubm/lubm-" + scale + ".nt.zst");
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

    private void publish(LoadReport report) throws IOException {
        Path folder = out == null ? Checkout.resolve("benchmarks/results") : out;
        String stamped = ResultFiles.stamped(LoadReport.BENCHMARK, Instant.parse(report.date()));
        Path json = folder.resolve(stamped + ".json");
        ResultFiles.write(json, report);
        String table = LoadTable.of(report);
        Files.writeString(folder.resolve(stamped + ".txt"), table);
        new PrintStream(System.out, true, StandardCharsets.UTF_8).print(table);
        System.out.println("written: " + json);
    }
}
