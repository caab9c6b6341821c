package org.wukongs.benchmarks.lubm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.wukongs.benchmarks.measure.BenchDirOption;
import org.wukongs.benchmarks.measure.OptionValues;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.error.WukongsException;
import org.wukongs.file.CompressedFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Which graph is loaded: a file, or one of the benchmark data. */
public final class GraphOptions {

    @Option(
            names = "--data",
            description = "N-Triples, .nt .nt.gz .nt.zst (default: LUBM of --scale).")
    private Path data;

    @Option(names = "--scale", description = "LUBM-1 or LUBM-40 of --bench-dir.")
    private int scale;

    /** Of LUBM-1 if nothing is asked for. */
    public GraphOptions() {
        this(1);
    }

    public GraphOptions(int scaleDefault) {
        scale = scaleDefault;
    }

    /** The data set of the benchmark data, null for a file of the user's. */
    public LubmScale known(CommandSpec spec) {
        if (data != null) {
            return null;
        }
        return LubmScale.ALL.stream()
                .filter(one -> one.universities() == scale)
                .findAny()
                .orElseThrow(() -> OptionValues.wrong(spec, noSuchScale()));
    }

    private String noSuchScale() {
        return "no such scale, 1 and 40 are there: scale=" + scale;
    }

    /**
     * The graph as a plain file, decompressed into {@code folder} if it is compressed; null, which
     * is said, if the benchmark data is not here.
     */
    public Path plain(LubmScale known, BenchDirOption benchDir, Path folder, Recorder recorder)
            throws IOException {
        Path source = known == null ? data : benchDir.file(known.file());
        if (known != null && !Files.isRegularFile(source)) {
            System.out.println("skipped: " + source + " not found");
            return null;
        }
        recorder.data(source.getFileName().toString());
        String name = source.getFileName().toString();
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
