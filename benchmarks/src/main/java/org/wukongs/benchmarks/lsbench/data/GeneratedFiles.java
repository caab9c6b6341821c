package org.wukongs.benchmarks.lsbench.data;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Locale;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.stream.Tuple;

/** This project's own generator, written into files as the archive has them. */
public final class GeneratedFiles {

    private static final long MS_PER_S = 1000;

    private GeneratedFiles() {}

    /**
     * Writes a network and its streams.
     *
     * @param rateShare of the paper's rates, 1 for all of them
     * @param seconds of event time
     * @param folder that exists and has none of the files
     */
    public static LsbenchFiles write(
            int users, double rateShare, double seconds, long seed, Path folder) {
        LsbenchConfig config =
                LsbenchConfig.defaults().withUsers(users).withSeed(seed).withPaperRates(rateShare);
        LsbenchGenerator generator = new LsbenchGenerator(config);
        String name = String.format(Locale.ROOT, "generated-%d-users", users);
        LsbenchFiles files = LsbenchFiles.in(name, folder);
        try {
            Files.write(files.stored(), (Iterable<String>) generator::stored);
            for (LsbenchStreams stream : LsbenchStreams.values()) {
                Iterator<Tuple> tuples = generator.tuples(stream, 0);
                writeStream(tuples, (long) (seconds * MS_PER_S), files.streams().get(stream));
            }
        } catch (IOException e) {
            throw new WukongsException(
                    Category.USER, "cannot write: folder=" + folder + " reason=" + e, e);
        }
        return files;
    }

    private static void writeStream(Iterator<Tuple> tuples, long endMs, Path file)
            throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            Tuple tuple = tuples.next();
            while (tuple.eventTimeMs() < endMs) {
                out.write(tuple.toLine());
                out.write('\n');
                tuple = tuples.next();
            }
        }
    }
}
