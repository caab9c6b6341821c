package org.wukongs.difftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.difftest.Verdict.Outcome;

/**
 * Random continuous queries over random streams: at each window end the store answers what the
 * specification says of the windows and stored graphs at that time. Streams differ in their batch
 * intervals, come and go, and some are derived; one to three injectors share inserts. {@code
 * -Dwukongs.difftest.minutes=N} goes on for N minutes, {@code -Dwukongs.difftest.case=N} starts at
 * the group of that number. A case is an execution.
 */
class ContinuousDifferentialTest {

    private static final int GROUP_COUNT = 50;
    private static final int TEMPLATE_GROUP_COUNT = 24;
    private static final int MEMBER_COUNT = 8;
    private static final int SERVED_GROUP_COUNT = 3;
    private static final int NODES_GROUP_COUNT = 12;
    private static final int INJECTOR_COUNT_MAX = 3;

    /** Of the executions, before something is wrong with the generator. */
    private static final double NON_EMPTY_SHARE_MIN = 0.4;

    private static final double OPEN_SHARE_MAX = 0.08;

    /** Of members of templates. */
    private static final int EXECUTIONS_WITH_ROWS_MIN = 300;

    /** Executions with solutions that have each feature, in a normal build. */
    private static final int FEATURE_COUNT_MIN = 3;

    private static final List<String> FEATURES =
            List.of(
                    "QUERY,RSTREAM,ISTREAM,DSTREAM,COMPUTED EVERY,TUMBLING,gaps,WINDOW,two ranges",
                    "two streams,two windows on a stream,ASK,CONSTRUCT,SELECT DISTINCT,FROM_NAMED",
                    "OPTIONAL,UNION,MINUS,EXISTS,NOT_EXISTS,BIND,VALUES,FILTER,sub-select,GRAPH VAR",
                    "GRAPH TERM,PATH_STAR,PATH_PLUS,PATH_SEQUENCE,PATH_NEGATED,GROUP_BY,HAVING",
                    "TRIPLES,derived stream,visitor,batch intervals",
                    "AGGREGATE COUNT,AGGREGATE SUM,ORDER_BY,LIMIT,OFFSET,CALL timestamp");

    @TempDir private Path folder;

    @Test
    void everyExecutionIsWhatTheSpecificationSays() throws Exception {
        DifferenceReport report = judged(GROUP_COUNT, 1, FeedKind.REPLAY, FeedKind.STEPS);
        checkShares(report);
    }

    /** And every query gives what it gives alone. */
    @Test
    void queriesThatDifferInConstantsDoNotMixTheirRows() throws Exception {
        DifferenceReport report =
                judged(TEMPLATE_GROUP_COUNT, MEMBER_COUNT, FeedKind.REPLAY, FeedKind.STEPS);
        assertThat(report.coverage().nonEmptyCount()).isGreaterThan(EXECUTIONS_WITH_ROWS_MIN);
    }

    /** Of nodes that are one store, one has the streams and queries. */
    @Test
    void oneOfSomeNodesAnswersAsANodeOfItsOwn() throws Exception {
        DifferenceReport report = judged(NODES_GROUP_COUNT, 2, FeedKind.NODES);
        assertThat(report.coverage().nonEmptyCount()).isPositive();
    }

    /** By workers, and by their way of executing a template. */
    @Test
    void aServerAnswersAllAtOnceAsAnEmbeddedStoreDoesOneByOne() throws Exception {
        DifferenceReport report = judged(SERVED_GROUP_COUNT, MEMBER_COUNT, FeedKind.SERVER);
        assertThat(report.coverage().nonEmptyCount()).isPositive();
    }

    /** {@code kinds} are taken in turn, and so are numbers of injectors. */
    private DifferenceReport judged(int groupCount, int memberCount, FeedKind... kinds)
            throws Exception {
        Rounds rounds =
                new Rounds(
                        folder,
                        groupCount,
                        (number, own, report) -> {
                            FeedKind kind = kinds[number % kinds.length];
                            int injectors = 1 + number / kinds.length % INJECTOR_COUNT_MAX;
                            ContinuousStore store = new ContinuousStore(own, kind, injectors);
                            return new ContinuousGroup(
                                            report.seed(), number, own, memberCount, store)
                                    .run(report);
                        });
        return rounds.run(getClass(), Integer.getInteger("wukongs.difftest.case", 0));
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
}
