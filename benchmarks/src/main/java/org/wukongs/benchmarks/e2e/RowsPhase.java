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
import org.wukongs.benchmarks.e2e.job.JobResult;
import org.wukongs.benchmarks.e2e.part.JvmProbe;
import org.wukongs.benchmarks.e2e.part.PartProcess;

/**
 * Rows of L1 to L6 by the store and by Flink SQL over the same topics. Windows that only one has
 * are left out: Flink SQL also has those that end after the streams, the store does not.
 */
final class RowsPhase {

    private static final double NS_PER_US = 1e3;
    private static final double NS_PER_S = 1e9;

    private final Stage stage;
    private final Consumer<String> failures;

    /** {@code failures} hears of rows that differ. */
    RowsPhase(Stage stage, Consumer<String> failures) {
        this.stage = stage;
        this.failures = failures;
    }

    RowsReport run() {
        stage.newTopics();
        long tuples = ConnectorPhase.fill(stage, stage.settings().rowsSeconds());
        JobResult sql;
        try (PartProcess flink = stage.startFlink()) {
            sql = Stage.run(flink, stage.bounded(JobKind.SQL, "", 0, ""));
        }
        JobResult written;
        long storeCpuNs;
        try (PartProcess store = stage.startStore();
                PartProcess flink = stage.startFlink();
                JvmProbe probe = JvmProbe.attach(store)) {
            storeCpuNs = -probe.cpuNs();
            written = Stage.run(flink, stage.bounded(JobKind.STORE, store.ready(), 0, ""));
            storeCpuNs += probe.cpuNs();
        }
        return new RowsReport(
                tuples,
                (written.cpuNs() + storeCpuNs) / NS_PER_US / tuples,
                sql.cpuNs() / NS_PER_US / tuples,
                tuples * NS_PER_S / written.wallNs(),
                tuples * NS_PER_S / sql.wallNs(),
                compare());
    }

    private List<RowsReport.QueryRows> compare() {
        Map<String, Map<Long, Set<String>>> ours = read(JobKind.STORE);
        Map<String, Map<Long, Set<String>>> theirs = read(JobKind.SQL);
        List<RowsReport.QueryRows> queries = new ArrayList<>();
        ours.forEach(
                (query, windows) -> {
                    RowsReport.QueryRows rows =
                            compare(query, windows, theirs.getOrDefault(query, Map.of()));
                    queries.add(rows);
                    if (rows.onlyStore() + rows.onlySql() > 0) {
                        failures.accept("rows differ: " + rows);
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
