package org.wukongs.benchmarks.lubm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.wukongs.benchmarks.measure.BenchDirOption;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.error.WukongsException;
import org.wukongs.file.CompressedFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which graph is loaded: a file, or one of the benchmark data. */
public final class GraphOptions {

    /**
     * A data set whose answers are known.
     *
     * @param universities LUBM's measure of size
     * @param file under the folder of benchmark data
     * @param rows of Q1 to Q7
     */
    public record Scale(int universities, String file, long[] rows) {}

    static final List<Scale> SCALES =
            List.of(
                    new Scale(1, "lubm/lubm-1.nt.zst", new long[] {0, 828, 0, 10, 10, 125, 30}),
                    new Scale(
                            40,
                            "lubm/lubm-40.nt.zst",
                            new long[] {106, 43_291, 0, 10, 10, 125, 1_763}));

    @Option(
            names = "--data",
            description = "N-Triples, .nt .nt.gz .nt.zst (default: LUBM of --scale).")
    private Path data;

    @Option(names = "--scale", description = "LUBM-1 or LUBM-40 of --bench-dir.")
    private int scale;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    /** Of LUBM-1 if nothing is asked for. */
    public GraphOptions() {
        this(1);
    }

    public GraphOptions(int scaleDefault) {
        scale = scaleDefault;
    }

    /** Takes the smallest data set, for a first look. */
    public void beQuick() {
        scale = 1;
    }

    /** The data set of the benchmark data, null for a file of the user's. */
    public Scale known() {
        if (data != null) {
            return null;
        }
        return SCALES.stream()
                .filter(one -> one.universities() == scale)
                .findAny()
                .orElseThrow(
                        () ->
                                new ParameterException(
                                        spec.commandLine(),
                                        "no such scale, 1 and 40 are there: scale=" + scale));
    }

    /**
     * The graph as a plain file, decompressed into {@code folder} if it is compressed; null, which
     * is said, if the benchmark data is not here.
     */
    public Path plain(Scale known, BenchDirOption benchDir, Path folder, Recorder recorder)
            throws IOException {
        Path source = known == null ? data : benchDir.file(known.file());
        if (known != null && !Files.isRegularFile(source)) {
            System.out.println("skipped: " + source + " not found");
            return null;
        }
        String name = source.getFileName().toString();
        recorder.data(name);
        if (!name.matches(".*\\.nt(\\.gz|\\.zst)?")) {
            throw WukongsException.user(
                    "only N-Triples files can be measured, use .nt .nt.gz .nt.zst: file=" + source);
        }
        CompressedFile.requireFile(source);
        if (CompressedFile.plainName(name).equals(name)) {
            return source;
        }
        Path plain = folder.resolve("data.nt");
        try (InputStream in = CompressedFile.open(source)) {
            Files.copy(in, plain);
        }
        return plain;
    }
}
