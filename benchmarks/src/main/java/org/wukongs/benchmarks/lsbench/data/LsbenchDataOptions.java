package org.wukongs.benchmarks.lsbench.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.wukongs.benchmarks.measure.BenchDirOption;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which data a command over LSBench takes: the archive where it is, else generated files. */
public final class LsbenchDataOptions {

    private static final String ARCHIVE = "lsbench/lsbench-10k-30s.tar.zst";
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

    /** Of the network and its streams, at the full rates unless it is to be quick. */
    public LsbenchGenerator generator() {
        return new LsbenchGenerator(
                LsbenchConfig.defaults()
                        .withUsers(generatedUsers())
                        .withSeed(seed)
                        .withPaperRates(quick ? RATE_SHARE_QUICK : 1));
    }

    private int generatedUsers() {
        return quick && users == USERS ? USERS_QUICK : users;
    }

    /**
     * The archive, unpacked, or what the generator writes into {@code scratch}.
     *
     * @param generatedSeconds length of generated streams
     */
    public LsbenchFiles files(double generatedSeconds, Path scratch) throws IOException {
        Path archive = benchDir.file(ARCHIVE);
        if (!generated && !quick && Files.isRegularFile(archive)) {
            return LsbenchFiles.unpack(archive, cacheDir == null ? defaultCache() : cacheDir);
        }
        String name = "generated-" + generatedUsers() + "-users";
        return LsbenchFiles.generate(name, generator(), generatedSeconds, scratch);
    }

    /** The user's cache folder, as the XDG specification names it. */
    private static Path defaultCache() {
        String cache = System.getenv("XDG_CACHE_HOME");
        Path base =
                cache == null || cache.isBlank()
                        ? Path.of(System.getProperty("user.home"), ".cache")
                        : Path.of(cache);
        return base.resolve("wukongs-bench");
    }
}
