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

    private static final int GROUP_COUNT = 50;
    private static final int TEMPLATE_GROUP_COUNT = 12;
    private static final int MEMBER_COUNT = 8;
    private static final int SERVED_GROUP_COUNT = 3;

    /** Of the executions, before something is wrong with the generator. */
    private static final double NON_EMPTY_SHARE_MIN = 0.4;

    private static final double OPEN_SHARE_MAX = 0.08;

    /** Of members of templates. */
    private static final int EXECUTIONS_WITH_ROWS_MIN = 500;

    /** Executions with solutions that have each feature, in a normal build. */
    private static final int FEATURE_COUNT_MIN = 20;

    private static final List<String> FEATURES =
            List.of(
                    "QUERY,RSTREAM,ISTREAM,DSTREAM,COMPUTED EVERY,TUMBLING,gaps,WINDOW,two ranges",
                    "two streams,two windows on a stream,ASK,CONSTRUCT,SELECT DISTINCT,FROM_NAMED",
                    "OPTIONAL,UNION,MINUS,EXISTS,NOT_EXISTS,BIND,VALUES,FILTER,sub-select,GRAPH VAR",
                    "GRAPH TERM,PATH_STAR,PATH_PLUS,PATH_SEQUENCE,PATH_NEGATED,GROUP_BY,HAVING",
                    "AGGREGATE COUNT,AGGREGATE SUM,ORDER_BY,LIMIT,OFFSET,CALL timestamp");

    @TempDir private Path folder;

    @Test
    void everyExecutionIsWhatTheSpecificationSays() throws Exception {
        DifferenceReport report = judged(GROUP_COUNT, 1, false);
        checkShares(report);
    }

    /** And every query gives what it gives alone. */
    @Test
    void queriesThatDifferInConstantsDoNotMixTheirRows() throws Exception {
        DifferenceReport report = judged(TEMPLATE_GROUP_COUNT, MEMBER_COUNT, false);
        assertThat(report.coverage().nonEmptyCount()).isGreaterThan(EXECUTIONS_WITH_ROWS_MIN);
    }

    /** By workers, and by their way of executing a template. */
    @Test
    void aServerAnswersAllAtOnceAsAnEmbeddedStoreDoesOneByOne() throws Exception {
        DifferenceReport report = judged(SERVED_GROUP_COUNT, MEMBER_COUNT, true);
        assertThat(report.coverage().nonEmptyCount()).isPositive();
    }

    private DifferenceReport judged(int groupCount, int memberCount, boolean served)
            throws Exception {
        long seed = Seeds.seed(getClass());
        long minutes = Long.getLong("wukongs.difftest.minutes", 0);
        int first = Integer.getInteger("wukongs.difftest.case", 0);
        long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(minutes);
        DifferenceReport report = new DifferenceReport(seed);
        int threadCount = Math.min(4, Runtime.getRuntime().availableProcessors());
        ExecutorService threads = Executors.newFixedThreadPool(threadCount);
        try {
            do {
                run(
                        threads,
                        IntStream.range(first, first + groupCount),
                        memberCount,
                        served,
                        report);
                first += groupCount;
            } while (System.nanoTime() - endNs < 0 && !report.isFull());
        } finally {
            threads.shutdownNow();
        }
        System.out.println(report);
        assertThat(report.differences()).as(report.toString()).isEmpty();
        return report;
    }

    private static void checkShares(DifferenceReport report) {
        int cases = report.coverage().caseCount();
        int open = report.count(Outcome.AMBIGUOUS) + report.count(Outcome.PEER_FAULT);
        assertThat(open + report.count(Outcome.TOO_LARGE))
                .isLessThan((int) (cases * OPEN_SHARE_MAX));
        assertThat(report.coverage().nonEmptyCount())
                .isGreaterThan((int) (cases * NON_EMPTY_SHARE_MIN));
        for (String line : FEATURES) {
            for (String feature : List.of(line.split(",", -1))) {
                assertThat(report.coverage().counts().getOrDefault(feature, 0))
                        .as(feature)
                        .isGreaterThanOrEqualTo(FEATURE_COUNT_MIN);
            }
        }
    }

    private void run(
            ExecutorService threads,
            IntStream numbers,
            int memberCount,
            boolean served,
            DifferenceReport report)
            throws Exception {
        List<Callable<Tally>> tasks = new ArrayList<>();
        numbers.forEach(
                number -> tasks.add(() -> group(number, memberCount, served, report).run(report)));
        for (Future<Tally> done : threads.invokeAll(tasks)) {
            report.add(done.get());
        }
    }

    private ContinuousGroup group(
            int number, int memberCount, boolean served, DifferenceReport report)
            throws IOException {
        Path own = own();
        ContinuousStore store = new ContinuousStore(own, served);
        return new ContinuousGroup(report.seed(), number, own, memberCount, store);
    }

    private Path own() throws IOException {
        return Files.createDirectories(folder.resolve(Thread.currentThread().getName()));
    }
}
