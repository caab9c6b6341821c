package org.wukongs.difftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.wukongs.naive.Seeds;

/**
 * Groups of cases by number, round after round, each in one of some threads. {@code
 * -Dwukongs.difftest.minutes=N} goes on for N minutes; without it there is one round.
 */
final class Rounds {

    private static final int THREADS_MAX = 4;

    /** What the cases of one group come to. */
    interface Group {

        /** {@code folder} is the running thread's own. */
        Tally run(int number, Path folder, DifferenceReport report) throws Exception;
    }

    private final Path folder;
    private final int groupCount;
    private final Group group;

    /** {@code groupCount} of them are a round. */
    Rounds(Path folder, int groupCount, Group group) {
        this.folder = folder;
        this.groupCount = groupCount;
        this.group = group;
    }

    /** Runs them from number {@code first} on; there is no difference in what it returns. */
    DifferenceReport run(Class<?> test, int first) throws Exception {
        long endNs =
                System.nanoTime()
                        + TimeUnit.MINUTES.toNanos(Long.getLong("wukongs.difftest.minutes", 0));
        DifferenceReport report = new DifferenceReport(Seeds.seed(test));
        ExecutorService threads =
                Executors.newFixedThreadPool(
                        Math.min(THREADS_MAX, Runtime.getRuntime().availableProcessors()));
        try {
            int from = first;
            do {
                round(threads, from, report);
                from += groupCount;
            } while (System.nanoTime() - endNs < 0 && !report.isFull());
        } finally {
            threads.shutdownNow();
        }
        System.out.println(report);
        assertThat(report.differences()).as(report.toString()).isEmpty();
        return report;
    }

    private void round(ExecutorService threads, int first, DifferenceReport report)
            throws Exception {
        List<Callable<Tally>> tasks = new ArrayList<>();
        for (int i = 0; i < groupCount; i++) {
            int number = first + i;
            tasks.add(() -> group.run(number, own(), report));
        }
        for (Future<Tally> done : threads.invokeAll(tasks)) {
            report.add(done.get());
        }
    }

    private Path own() throws IOException {
        return Files.createDirectories(folder.resolve(Thread.currentThread().getName()));
    }
}
