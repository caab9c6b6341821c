package org.wukongs.benchmarks.lsbench.drive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.benchmarks.Seeds;
import org.wukongs.benchmarks.engine.RowDigest;
import org.wukongs.benchmarks.lsbench.data.GeneratedFiles;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.data.StoredTerms;
import org.wukongs.benchmarks.lsbench.data.TimeScale;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.kafka.lsbench.LsbenchStreams;

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
        LsbenchFiles files = GeneratedFiles.write(USERS, RATE_SHARE, SECONDS, seed, folder);
        StoredTerms terms = StoredTerms.read(files.stored());
        List<BenchQuery> queries = BenchQuery.variants(VARIANTS, terms, seed);
        List<String> expected = rows(files, queries, LoadKind.ONE_BY_ONE, 1);
        assertThat(expected.stream().distinct().count()).as("results that differ").isGreaterThan(5);
        for (LoadKind kind : List.of(LoadKind.WORKERS, LoadKind.TEMPLATES)) {
            for (int workers = 1; workers <= 3; workers++) {
                assertThat(rows(files, queries, kind, workers))
                        .as("kind=%s workers=%d", kind, workers)
                        .isEqualTo(expected);
            }
        }
    }

    /** Window end after window end, query after query. */
    private static List<String> rows(
            LsbenchFiles files, List<BenchQuery> queries, LoadKind kind, int workers) {
        List<String> found = new ArrayList<>();
        List<LsbenchStreams> all = List.of(LsbenchStreams.values());
        try (BenchNode bench =
                        BenchNode.open(files, TimeScale.UNCHANGED, all, kind.nodeWorkers(workers));
                ContinuousLoad load = kind.open(bench, workers)) {
            load.register(queries);
            for (int step = 0; step < 15; step++) {
                bench.step();
                String[] digests = new String[queries.size()];
                Arrays.fill(digests, "0 " + RowDigest.of(List.of()));
                int executed = load.execute(bench.nowMs(), answer -> digest(answer, digests));
                assertThat(executed).isEqualTo(queries.size());
                found.addAll(List.of(digests));
                bench.release(load);
            }
        }
        return found;
    }

    private static void digest(ContinuousLoad.Answer answer, String[] digests) {
        assertThat(answer.rows()).hasSize(answer.rowCount());
        assertThat(answer.queries().count()).isEqualTo(answer.queryCount());
        String digest = answer.rowCount() + " " + RowDigest.of(answer.rows());
        answer.queries().forEach(query -> digests[query] = digest);
    }
}
