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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.difftest.Verdict.Outcome;
import org.wukongs.naive.Seeds;

/**
 * Random continuous queries over random streams: at each window end the store answers what the
 * specification says of the windows and stored graphs at that time. {@code
 * -Dwukongs.difftest.minutes=N} goes on for N minutes, {@code -Dwukongs.difftest.case=N} starts at
 * the group of that number. A case is an execution.
 */
class ContinuousDifferentialTest {

    private static final int GROUP_COUNT = Integer.getInteger("wukongs.difftest.groups", 60);

    @TempDir private Path folder;

    @Test
    void everyExecutionIsWhatTheSpecificationSays() throws Exception {
        long seed = Seeds.seed(getClass());
        long minutes = Long.getLong("wukongs.difftest.minutes", 0);
        int first = Integer.getInteger("wukongs.difftest.case", 0);
        long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(minutes);
        DifferenceReport report = new DifferenceReport(seed);
        int threadCount = Math.min(4, Runtime.getRuntime().availableProcessors());
        ExecutorService threads = Executors.newFixedThreadPool(threadCount);
        try {
            do {
                run(threads, IntStream.range(first, first + GROUP_COUNT), seed, report);
                first += GROUP_COUNT;
            } while (System.nanoTime() - endNs < 0 && !report.isFull());
        } finally {
            threads.shutdownNow();
        }
        System.out.println(report);
        assertThat(report.differences()).as(report.toString()).isEmpty();
    }

    private void run(ExecutorService threads, IntStream numbers, long seed, DifferenceReport report)
            throws Exception {
        List<Callable<Tally>> tasks = new ArrayList<>();
        numbers.forEach(
                number -> tasks.add(() -> new ContinuousGroup(seed, number, own()).run(report)));
        for (Future<Tally> done : threads.invokeAll(tasks)) {
            report.add(done.get());
        }
    }

    private Path own() throws IOException {
        return Files.createDirectories(folder.resolve(Thread.currentThread().getName()));
    }
}
