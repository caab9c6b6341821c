package org.wukongs.benchmarks.lsbench.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.benchmarks.engine.RowDigest;
import org.wukongs.benchmarks.lsbench.data.BenchQuery;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.drive.ContinuousLoad.Way;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.naive.Seeds;

/** However queries are executed, each of them has the same rows. */
final class ContinuousLoadTest {

    private static final int USERS = 40;
    private static final double RATE_SHARE = 0.02;
    private static final double SECONDS = 2;

    /** More than there are users, so that some queries are the same. */
    private static final int VARIANTS = 60;

    @TempDir private Path folder;

    @Test
    void everyWayGivesEachQueryItsRows() throws IOException {
        long seed = Seeds.seed(getClass());
        LsbenchGenerator generator =
                new LsbenchGenerator(
                        LsbenchConfig.defaults()
                                .withUsers(USERS)
                                .withSeed(seed)
                                .withPaperRates(RATE_SHARE));
        LsbenchFiles files = LsbenchFiles.generate("generated", generator, SECONDS, folder);
        StoredTerms terms = StoredTerms.read(files.stored());
        List<BenchQuery> queries = BenchQuery.variants(VARIANTS, terms, seed);
        List<String> expected = rows(files, queries, Way.ONE_BY_ONE, 1);
        assertThat(expected.stream().distinct().count()).as("results that differ").isGreaterThan(5);
        for (Way way : List.of(Way.WORKERS, Way.TEMPLATES)) {
            for (int workers = 1; workers <= 3; workers++) {
                assertThat(rows(files, queries, way, workers))
                        .as("way=%s workers=%d", way, workers)
                        .isEqualTo(expected);
            }
        }
    }

    /** Window end after window end, query after query. */
    private static List<String> rows(
            LsbenchFiles files, List<BenchQuery> queries, Way way, int workers) {
        List<String> found = new ArrayList<>();
        int nodeWorkers = way.nodeWorkers(workers);
        try (BenchNode bench = BenchNode.open(files, TimeScale.UNCHANGED, nodeWorkers);
                ContinuousLoad load = new ContinuousLoad(bench.node(), way)) {
            load.register(queries);
            for (int step = 0; step < 15; step++) {
                bench.step();
                Map<String, String> digests = new LinkedHashMap<>();
                String none = "0 " + RowDigest.of(List.of());
                queries.forEach(query -> digests.put(query.name(), none));
                int executed = load.execute(bench.nowMs(), answer -> digest(answer, digests));
                assertThat(executed).isEqualTo(queries.size());
                found.addAll(digests.values());
                bench.release(load);
            }
        }
        return found;
    }

    private static void digest(ContinuousLoad.Answer answer, Map<String, String> digests) {
        assertThat(answer.rows()).hasSize(answer.rowCount());
        assertThat(answer.queries().count()).isEqualTo(answer.queryCount());
        String digest = answer.rowCount() + " " + RowDigest.of(answer.rows());
        answer.queries().forEach(query -> digests.put(query, digest));
    }
}
