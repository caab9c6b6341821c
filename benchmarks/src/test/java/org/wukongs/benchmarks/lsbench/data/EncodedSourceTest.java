package org.wukongs.benchmarks.lsbench.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.naive.Seeds;
import org.wukongs.store.dictionary.DictionaryConfig;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.Tuple;

/** A stream that is read as batches of ids gives the file's tuples, at any speed, step by step. */
final class EncodedSourceTest {

    private static final long STEP_MS = 100;
    private static final double[] FACTORS = {0.5, 1, 2.5, 4, 10};

    @TempDir private Path folder;

    @Test
    void everyTupleComesOnceInItsStep() throws Exception {
        long seed = Seeds.seed(getClass());
        SplittableRandom random = new SplittableRandom(seed);
        List<Tuple> tuples = tuples(random);
        Path file = folder.resolve("stream.tsv");
        Files.write(file, tuples.stream().map(Tuple::toLine).toList());
        for (double factor : FACTORS) {
            TimeScale scale = new TimeScale(factor);
            List<Tuple> expected = tuples.stream().map(tuple -> scaled(tuple, scale)).toList();
            assertThat(encoded(file, scale)).isEqualTo(expected);
        }
    }

    private static List<Tuple> tuples(SplittableRandom random) {
        List<Tuple> tuples = new ArrayList<>();
        long timeMs = 0;
        for (int i = 0; i < 2_000; i++) {
            timeMs += random.nextInt(3) == 0 ? random.nextInt(20) : 0;
            String subject = "<http://x/s" + random.nextInt(50) + ">";
            tuples.add(
                    new Tuple(
                            timeMs,
                            subject,
                            "<http://x/p" + random.nextInt(5) + ">",
                            "\"at " + timeMs + "\""));
        }
        return tuples;
    }

    private static Tuple scaled(Tuple tuple, TimeScale scale) {
        return new Tuple(
                scale.timeMs(tuple.eventTimeMs()),
                tuple.subject(),
                tuple.predicate(),
                tuple.object());
    }

    private static List<Tuple> encoded(Path file, TimeScale scale) {
        List<Tuple> found = new ArrayList<>();
        try (TermDictionary dictionary = TermDictionary.open(DictionaryConfig.inMemory(100_000));
                EncodedSource source = new EncodedSource(file, scale, dictionary)) {
            for (long batch = 0; !source.ended(); batch++) {
                long endMs = (batch + 1) * STEP_MS;
                for (EncodedBatch part : source.takeBefore(endMs, batch)) {
                    assertThat(part.batch()).isEqualTo(batch);
                    add(part, endMs, dictionary, found);
                }
            }
        }
        return found;
    }

    private static void add(
            EncodedBatch part, long endMs, TermDictionary dictionary, List<Tuple> found) {
        for (int row = 0; row < part.size(); row++) {
            long timeMs = part.eventTimesMs()[row];
            assertThat(timeMs).isBetween(endMs - STEP_MS, endMs - 1);
            found.add(
                    new Tuple(
                            timeMs,
                            dictionary.vertex(part.subjects()[row]),
                            dictionary.predicate(part.predicates()[row]),
                            dictionary.vertex(part.objects()[row])));
        }
    }
}
