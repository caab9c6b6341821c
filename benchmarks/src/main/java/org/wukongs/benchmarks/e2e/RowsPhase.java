package org.wukongs.benchmarks.e2e;

import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.wukongs.benchmarks.e2e.JobSpec.Kind;
import org.wukongs.benchmarks.measure.ChildProcess;
import org.wukongs.benchmarks.result.Table;

/**
 * Rows of L1 to L6 by the store and by Flink SQL over the same topics. Windows that only one has
 * are left out: Flink SQL also has those that end after the streams, the store does not.
 */
final class RowsPhase {

    private RowsPhase() {}

    /** Rows that differ are failures. */
    static void run(Stage stage) throws IOException {
        stage.newTopics();
        long tuples = stage.fill(stage.options.rowsSeconds);
        try (ChildProcess store = stage.startStore();
                ChildProcess flink = stage.startFlink()) {
            stage.run(flink, Kind.STORE, store.ready(), 0, "");
            for (Kind kind : Kind.FLINK_SQL) {
                stage.run(flink, kind, "", 0, "");
            }
        }
        Map<String, Map<Long, Set<String>>> ours = read(stage, Kind.STORE);
        Table table = new Table("rows", "Rows of the same tuples by the store and by Flink SQL");
        for (Kind kind : Kind.FLINK_SQL) {
            Map<String, Map<Long, Set<String>>> theirs = read(stage, kind);
            ours.forEach(
                    (query, windows) -> {
                        long[] rows = compare(windows, theirs.getOrDefault(query, Map.of()));
                        table.row()
                                .cell("engine", kind.toString())
                                .cell("query", query)
                                .cell("rows", "same rows", rows[0])
                                .cell("onlyStore", "store only", rows[1])
                                .cell("onlySql", "Flink SQL only", rows[2])
                                .kept("tuples", tuples);
                        if (rows[1] + rows[2] > 0) {
                            String failure =
                                    "rows differ: engine=%s query=%s onlyStore=%d onlySql=%d";
                            stage.recorder.fail(failure.formatted(kind, query, rows[1], rows[2]));
                        }
                    });
        }
        stage.recorder.table(table);
    }

    /** Of all windows of {@code ours}: rows of both, of ours only, of theirs only. */
    private static long[] compare(Map<Long, Set<String>> ours, Map<Long, Set<String>> theirs) {
        long[] rows = new long[3];
        ours.forEach(
                (windowEnd, window) -> {
                    Set<String> other = theirs.getOrDefault(windowEnd, Set.of());
                    long common = window.stream().filter(other::contains).count();
                    rows[0] += common;
                    rows[1] += window.size() - common;
                    rows[2] += other.size() - common;
                });
        return rows;
    }

    /** Rows of a job's result topic, by query and window. */
    private static Map<String, Map<Long, Set<String>>> read(Stage stage, Kind kind) {
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
