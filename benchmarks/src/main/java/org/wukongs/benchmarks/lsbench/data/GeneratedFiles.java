package org.wukongs.benchmarks.lsbench.data;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.stream.Tuple;

/** This project's own generator, written into files as the archive has them. */
public final class GeneratedFiles {

    private GeneratedFiles() {}

    /**
     * Writes a network and its streams.
     *
     * @param rateShare of the paper's rates, 1 for all of them
     * @param seconds of event time
     * @param folder that exists and has none of the files
     */
    public static LsbenchFiles write(
            int users, double rateShare, double seconds, long seed, Path folder)
            throws IOException {
        LsbenchGenerator generator = generator(users, rateShare, seed);
        LsbenchFiles files = LsbenchFiles.in("generated-" + users + "-users", folder);
        writeStored(generator, files.stored());
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            Iterator<Tuple> tuples = generator.tuples(stream, 0);
            try (BufferedWriter out = Files.newBufferedWriter(files.streams().get(stream))) {
                Tuple tuple = tuples.next();
                while (tuple.eventTimeMs() < Units.ms(seconds)) {
                    out.write(tuple.toLine() + "\n");
                    tuple = tuples.next();
                }
            }
        }
        return files;
    }

    public static void writeStored(LsbenchGenerator generator, Path file) throws IOException {
        Files.write(file, (Iterable<String>) generator::stored);
    }

    /** As {@link #write} uses it. */
    public static LsbenchGenerator generator(int users, double rateShare, long seed) {
        return new LsbenchGenerator(
                LsbenchConfig.defaults().withUsers(users).withSeed(seed).withPaperRates(rateShare));
    }
}
