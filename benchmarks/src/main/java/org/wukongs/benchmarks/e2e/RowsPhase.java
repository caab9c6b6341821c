package org.wukongs.benchmarks.e2e;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.wukongs.benchmarks.e2e.feed.ResultReader;
import org.wukongs.benchmarks.e2e.feed.ResultRows;
import org.wukongs.benchmarks.e2e.job.JobKind;
import org.wukongs.benchmarks.e2e.part.PartProcess;

/**
 * Rows of L1 to L6 by the store and by Flink SQL over the same topics. Windows that only one has
 * are left out: Flink SQL also has those that end after the streams, the store does not.
 */
final class RowsPhase {

    /** The ways in which Flink SQL has them. */
    static final List<JobKind> FLINK_SQL = List.of(JobKind.SQL, JobKind.SQL_INTERVALS);

    private final Stage stage;
    private final Consumer<String> failures;

    /** {@code failures} hears of rows that differ. */
    RowsPhase(Stage stage, Consumer<String> failures) {
        this.stage = stage;
        this.failures = failures;
    }

    List<RowsReport> run() {
        stage.newTopics();
        long tuples = ConnectorPhase.fill(stage, stage.settings().rowsSeconds());
        try (PartProcess store = stage.startStore();
                PartProcess flink = stage.startFlink()) {
            Stage.run(flink, stage.bounded(JobKind.STORE, store.ready(), 0, ""));
            for (JobKind kind : FLINK_SQL) {
                Stage.run(flink, stage.bounded(kind, "", 0, ""));
            }
        }
        Map<String, Map<Long, Set<String>>> ours = read(JobKind.STORE);
        return FLINK_SQL.stream()
                .map(kind -> new RowsReport(kind.toString(), tuples, compare(ours, kind)))
                .toList();
    }

    private List<RowsReport.QueryRows> compare(
            Map<String, Map<Long, Set<String>>> ours, JobKind kind) {
        Map<String, Map<Long, Set<String>>> theirs = read(kind);
        List<RowsReport.QueryRows> queries = new ArrayList<>();
        ours.forEach(
                (query, windows) -> {
                    RowsReport.QueryRows rows =
                            compare(query, windows, theirs.getOrDefault(query, Map.of()));
                    queries.add(rows);
                    if (rows.onlyStore() + rows.onlySql() > 0) {
                        failures.accept("rows differ: engine=" + kind + " " + rows);
                    }
                });
        return queries;
    }

    private static RowsReport.QueryRows compare(
            String query, Map<Long, Set<String>> ours, Map<Long, Set<String>> theirs) {
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
        return new RowsReport.QueryRows(query, rows, onlyStore, onlySql);
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
