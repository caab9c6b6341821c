package org.wukongs.benchmarks.e2e;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.wukongs.benchmarks.e2e.feed.ResultReader;
import org.wukongs.benchmarks.e2e.feed.ResultRows;
import org.wukongs.benchmarks.e2e.job.JobKind;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.result.TableShape;

/**
 * Rows of L1 to L6 by the store and by Flink SQL over the same topics. Windows that only one has
 * are left out: Flink SQL also has those that end after the streams, the store does not.
 */
final class RowsPhase {

    /** The ways in which Flink SQL has them. */
    static final List<JobKind> FLINK_SQL = List.of(JobKind.SQL, JobKind.SQL_INTERVALS);

    private final Stage stage;

    /**
     * Rows of all windows that both have.
     *
     * @param engine in which way Flink SQL has them
     * @param onlyStore rows that Flink SQL lacks
     * @param onlySql rows that the store lacks
     */
    private record QueryRows(
            JobKind engine, String query, long rows, long onlyStore, long onlySql) {}

    RowsPhase(Stage stage) {
        this.stage = stage;
    }

    /** Rows that differ are failures. */
    void run() {
        stage.newTopics();
        long tuples = ConnectorPhase.fill(stage, stage.settings().rowsSeconds());
        try (ChildProcess store = stage.startStore();
                ChildProcess flink = stage.startFlink()) {
            Stage.run(flink, stage.bounded(JobKind.STORE, store.ready(), 0, ""));
            for (JobKind kind : FLINK_SQL) {
                Stage.run(flink, stage.bounded(kind, "", 0, ""));
            }
        }
        Map<String, Map<Long, Set<String>>> ours = read(JobKind.STORE);
        List<QueryRows> compared = new ArrayList<>();
        for (JobKind kind : FLINK_SQL) {
            Map<String, Map<Long, Set<String>>> theirs = read(kind);
            ours.forEach(
                    (query, windows) ->
                            compared.add(
                                    compare(
                                            kind,
                                            query,
                                            windows,
                                            theirs.getOrDefault(query, Map.of()))));
        }
        for (QueryRows rows : compared) {
            if (rows.onlyStore() + rows.onlySql() > 0) {
                stage.recorder().fail("rows differ: " + rows);
            }
        }
        stage.recorder()
                .table(
                        new TableShape<QueryRows>(
                                        "rows",
                                        "Rows of the same tuples by the store and by Flink SQL")
                                .column("engine", one -> one.engine().toString())
                                .column("query", QueryRows::query)
                                .column("rows", "same rows", "", QueryRows::rows)
                                .column("onlyStore", "store only", "", QueryRows::onlyStore)
                                .column("onlySql", "Flink SQL only", "", QueryRows::onlySql)
                                .kept("tuples", "", one -> tuples)
                                .of(compared));
    }

    private static QueryRows compare(
            JobKind kind,
            String query,
            Map<Long, Set<String>> ours,
            Map<Long, Set<String>> theirs) {
        long rows = 0;
        long onlyStore = 0;
        long onlySql = 0;
        for (Map.Entry<Long, Set<String>> window : ours.entrySet()) {
            Set<String> other = theirs.getOrDefault(window.getKey(), Set.of());
            long common = window.getValue().stream().filter(other::contains).count();
            rows += common;
            onlyStore += window.getValue().size() - common;
            onlySql += other.size() - common;
        }
        return new QueryRows(kind, query, rows, onlyStore, onlySql);
    }

    private Map<String, Map<Long, Set<String>>> read(JobKind kind) {
        Map<String, Map<Long, Set<String>>> queries = new TreeMap<>();
        ResultReader.readAll(
                stage.kafka(),
                kind.resultTopic(),
                (record, arrivedUs) -> {
                    ResultRows rows = ResultRows.parse(record);
                    queries.computeIfAbsent(rows.query(), q -> new TreeMap<>())
                            .computeIfAbsent(rows.windowEndMs(), end -> new HashSet<>())
                            .addAll(rows.rows());
                });
        return queries;
    }
}
