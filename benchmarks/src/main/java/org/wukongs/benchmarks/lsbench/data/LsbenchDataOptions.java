package org.wukongs.benchmarks.lsbench.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.wukongs.benchmarks.measure.BenchDirOption;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which data a command over LSBench takes: the archive where it is, else generated files. */
public final class LsbenchDataOptions {

    private static final int USERS = 10_000;
    private static final int USERS_QUICK = 200;

    /** Of the full rates, for a first look or a test. */
    private static final double RATE_SHARE_QUICK = 0.02;

    @Mixin private BenchDirOption benchDir;

    @Option(
            names = "--cache-dir",
            description = "Where the archive is unpacked, once (default ~/.cache/wukongs-bench).")
    private Path cacheDir;

    @Option(
            names = "--generated",
            description = "Use the project's own generator although the archive is there.")
    private boolean generated;

    @Option(names = "--users", description = "Users of generated data.")
    private int users = USERS;

    @Option(names = "--seed", description = "Of constants and generated data.")
    private long seed = 1;

    @Option(
            names = "--quick",
            description =
                    "Does all of it run? Generated data of 200 users at a fiftieth of the rates, a second or two a"
                            + " phase; its figures mean nothing.")
    private boolean quick;

    public BenchDirOption benchDir() {
        return benchDir;
    }

    public boolean quick() {
        return quick;
    }

    public long seed() {
        return seed;
    }

    /** Of generated data. */
    public int users() {
        return quick && users == USERS ? USERS_QUICK : users;
    }

    /** Share of the full rates in generated data. */
    public double rateShare() {
        return quick ? RATE_SHARE_QUICK : 1;
    }

    /**
     * The archive, unpacked, or what the generator writes into {@code scratch}.
     *
     * @param generatedSeconds length of generated streams
     */
    public LsbenchFiles files(double generatedSeconds, Path scratch) throws IOException {
        Path archive = benchDir.file(LsbenchArchive.FILE);
        if (!generated && !quick && Files.isRegularFile(archive)) {
            return LsbenchArchive.unpack(
                    archive, cacheDir == null ? LsbenchArchive.defaultCache() : cacheDir);
        }
        return GeneratedFiles.write(users(), rateShare(), generatedSeconds, seed, scratch);
    }
}
