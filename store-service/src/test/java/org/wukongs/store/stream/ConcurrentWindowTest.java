package org.wukongs.store.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.graph.StepChecks;
import org.wukongs.store.graph.TripleModel;

/**
 * Readers in other threads hold windows while the writer appends, rotates generations, reclaims up
 * to what is held and makes the tables anew: a window shows its tuples and no others, however often
 * it is read.
 */
class ConcurrentWindowTest {

    private static final int TUPLES = 200_000;
    private static final int READERS = 2;
    private static final int WINDOW_MAX = 400;
    private static final int LOOKS_MIN = 30;
    private static final int RETAINED = 1_500;
    private static final long NOT_PINNED = Long.MAX_VALUE;

    private final StreamModel model = new StreamModel(25, 2, 3);
    private final AtomicLongArray pins = new AtomicLongArray(READERS);
    private final AtomicBoolean done = new AtomicBoolean();
    // guards pinning against reclaiming, as the store agent does it
    private final Object pinning = new Object();
    private long reclaimed;

    @Test
    void heldWindowsStayAsTheyAre() throws Exception {
        long seed = Seeds.seed(getClass());
        Random random = new Random(seed);
        model.index.attach();
        List<StreamModel.At> all = drawn(random);
        ExecutorService threads = Executors.newFixedThreadPool(READERS);
        try {
            List<Future<?>> readers = new ArrayList<>();
            for (int reader = 0; reader < READERS; reader++) {
                pins.set(reader, NOT_PINNED);
                int number = reader;
                Random own = new Random(seed + 1 + reader);
                readers.add(threads.submit(() -> read(number, all, own)));
            }
            write(all, random);
            for (Future<?> reader : readers) {
                reader.get();
            }
        } finally {
            done.set(true);
            threads.shutdownNow();
        }
    }

    private List<StreamModel.At> drawn(Random random) {
        List<StreamModel.At> all = new ArrayList<>();
        for (int i = 0; i < TUPLES; i++) {
            TripleModel.Ids triple =
                    i % 3 == 0
                            ? new TripleModel.Ids(
                                    TripleModel.vid(1), 1, TripleModel.vid(random.nextInt(25)))
                            : model.randomTriple(random);
            all.add(new StreamModel.At(i / 20 * StreamModel.INTERVAL_MS, triple));
        }
        return all;
    }

    private void write(List<StreamModel.At> all, Random random) {
        try {
            model.nextBatch = 0;
            for (int at = 0; at < TUPLES; at += 20) {
                model.append(all.subList(at, at + 20));
                if (random.nextInt(4) == 0) {
                    reclaim(random);
                }
            }
        } finally {
            done.set(true);
        }
    }

    private void reclaim(Random random) {
        synchronized (pinning) {
            long below = model.index.stable() - RETAINED;
            for (int reader = 0; reader < READERS; reader++) {
                below = Math.min(below, pins.get(reader));
            }
            model.index.reclaimBelow(below);
            reclaimed = Math.max(reclaimed, below);
            if (random.nextInt(4) == 0) {
                model.index.expectWindowsFromMs(below / 20 * StreamModel.INTERVAL_MS);
                assertThat(model.index.range(reclaimed, reclaimed).from()).isEqualTo(reclaimed);
            }
        }
    }

    private WindowView pin(int reader, Random random) {
        synchronized (pinning) {
            long stable = model.index.stable();
            long from = stable - random.nextInt((int) Math.min(WINDOW_MAX, stable - reclaimed) + 1);
            long to = from + random.nextInt((int) (stable - from) + 1);
            pins.set(reader, from);
            return model.index.range(from, to);
        }
    }

    private void read(int reader, List<StreamModel.At> all, Random random) {
        for (int look = 0; look < LOOKS_MIN || !done.get(); look++) {
            WindowView view = pin(reader, random);
            TripleModel expected = new TripleModel(25, 2);
            for (long position = view.from(); position < view.to(); position++) {
                expected.triples().add(all.get((int) position).triple());
            }
            for (int i = 0; i < 10; i++) {
                StepChecks.assertSteps(view, expected, random);
            }
            if (look % 10 == 0) {
                expected.assertShows(view);
            }
            if (view.from() < view.to()) {
                StreamModel.At last = all.get((int) view.to() - 1);
                TripleModel.Ids triple = last.triple();
                assertThat(view.newestEventTimeMs(triple.s(), triple.p(), triple.o()))
                        .isEqualTo(last.timeMs());
            }
            pins.set(reader, NOT_PINNED);
        }
    }
}
