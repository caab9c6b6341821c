package org.wukongs.examples.produce;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.replay.FileSource;
import org.wukongs.kafka.replay.GeneratedSource;
import org.wukongs.kafka.replay.ReplayStream;
import org.wukongs.store.cli.DurationMs;
import org.wukongs.store.cli.NamedFile;
import org.wukongs.store.cli.OptionBounds;
import org.wukongs.stream.InputLimits;
import picocli.CommandLine.Option;

/** Options for the sources of a replay. */
final class SourceOptions {

    @Option(
            names = "--stream",
            arity = "1..*",
            paramLabel = "TOPIC=FILE",
            description =
                    "Tuple files (time, tab, N-Triples) or tables of observations (.csv), plain, .gz or .zst.")
    private List<String> streams = new ArrayList<>();

    @Option(
            names = "--lsbench",
            paramLabel = "PATH",
            description = "An LSBench archive (.tar.zst) or folder: its five streams.")
    private Path lsbench;

    @Option(
            names = "--generate",
            paramLabel = "DURATION",
            converter = DurationMs.class,
            description = "Duration in event time of the generator's five streams.")
    private Long generateMs;

    @Option(
            names = "--start",
            paramLabel = "MS",
            defaultValue = "0",
            description =
                    "With --generate: event time of the first tuple (default ${DEFAULT-VALUE}).")
    private long startMs;

    @Option(
            names = "--users",
            paramLabel = "N",
            defaultValue = "1000",
            description = "With --generate: users of the network (default ${DEFAULT-VALUE}).")
    private int users;

    @Option(
            names = "--scale",
            paramLabel = "FACTOR",
            defaultValue = "0.1",
            description =
                    "With --generate: tuples per event time as a share of the paper's 133.5 K/s"
                            + " (default ${DEFAULT-VALUE}).")
    private double scale;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "With --generate: same seed, same tuples (default ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--stored",
            paramLabel = "FILE",
            description =
                    "File for the stored graph that belongs to --generate, N-Triples, written before"
                            + " the first tuple; without any streams, nothing else is done.")
    private Path storedFile;

    boolean isEmpty() {
        return streams.isEmpty() && lsbench == null && generateMs == null;
    }

    List<ReplayStream> streams() {
        List<ReplayStream> all = new ArrayList<>();
        for (String argument : streams) {
            NamedFile named = NamedFile.parse("--stream", argument);
            all.add(new ReplayStream(named.name(), FileSource.of(named.file())));
        }
        if (lsbench != null) {
            all.addAll(FileSource.ofLsbench(lsbench));
        }
        if (generateMs != null) {
            all.addAll(GeneratedSource.all(generator(), startMs, generateMs));
        }
        return all;
    }

    void checkBounds() {
        OptionBounds.check("--start", startMs, 0, InputLimits.EVENT_TIME_MS_MAX);
        OptionBounds.check("--users", users, LsbenchConfig.USERS_MIN, LsbenchConfig.USERS_MAX);
        OptionBounds.checkPositive("--scale", scale, LsbenchConfig.PAPER_TIMES_MAX);
        streams.forEach(argument -> NamedFile.parse("--stream", argument));
    }

    /** Whether --stored is given and no stream is. */
    boolean hasStoredOnly() {
        return storedFile != null && isEmpty();
    }

    /** Whether --stored is given with streams that are not the generator's. */
    boolean storedWithOtherStreams() {
        return storedFile != null && generateMs == null && !isEmpty();
    }

    /** Writes the file of --stored and returns its number of triples; empty if it is not given. */
    OptionalLong writeStored() {
        if (storedFile == null) {
            return OptionalLong.empty();
        }
        long count = 0;
        try (BufferedWriter file = Files.newBufferedWriter(storedFile)) {
            for (Iterator<String> all = generator().stored(); all.hasNext(); count++) {
                file.write(all.next());
                file.write('\n');
            }
        } catch (IOException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "stored graph cannot be written: file="
                            + storedFile
                            + " reason="
                            + IoReason.of(e),
                    e);
        }
        return OptionalLong.of(count);
    }

    private LsbenchGenerator generator() {
        return new LsbenchGenerator(
                LsbenchConfig.defaults().withUsers(users).withSeed(seed).withPaperRates(scale));
    }
}
