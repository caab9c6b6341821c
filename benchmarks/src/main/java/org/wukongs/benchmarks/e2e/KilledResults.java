package org.wukongs.benchmarks.e2e;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ObjLongConsumer;
import org.wukongs.benchmarks.e2e.JobSpec.Kind;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;

/**
 * Windows of a result topic, by query and window end, and when the next one came. The reader's
 * thread writes; lookups exclude it.
 */
final class KilledResults implements ObjLongConsumer<String> {

    /** What a query has beside what it should have: windows, rows, rows too many. */
    private record Difference(long missing, long lost, long wrong) {}

    private final Kind kind;
    private final Map<String, TreeMap<Long, Set<String>>> queries = new TreeMap<>();
    private long rowCount;
    private long twice;
    private long afterMs = Long.MIN_VALUE;
    private long windowUs; // when the first window came that ends after that; 0 for none
    private long rowUs; // and the first one that has a row

    KilledResults(Kind kind) {
        this.kind = kind;
    }

    @Override
    public synchronized void accept(String record, long atUs) {
        ResultRows result = ResultRows.parse(record);
        Map<Long, Set<String>> windows =
                queries.computeIfAbsent(result.query(), query -> new TreeMap<>());
        Set<String> rows = windows.get(result.windowEndMs());
        boolean first = rows == null;
        if (first) {
            rows = new HashSet<>();
            windows.put(result.windowEndMs(), rows);
        }
        boolean added = rows.addAll(result.rows());
        rowCount += result.rows().size();
        // A record is a window of the store, and a row of Flink SQL.
        twice += (kind.isFlinkSql() ? added : first) ? 0 : 1;
        if (result.windowEndMs() > afterMs) {
            windowUs = windowUs == 0 ? atUs : windowUs;
            rowUs = rowUs == 0 && added ? atUs : rowUs;
        }
    }

    /** From now on, windows that end after {@code timeMs} are waited for. */
    synchronized void expectAfter(long timeMs) {
        afterMs = timeMs;
        windowUs = 0;
        rowUs = 0;
    }

    /** That came so far, equal ones too. */
    synchronized long rowCount() {
        return rowCount;
    }

    synchronized long windowUs() {
        return windowUs;
    }

    synchronized long rowUs() {
        return rowUs;
    }

    /**
     * Whether a window of {@code undisturbed} that ends up to a time, or a row of it, is not here.
     */
    synchronized boolean lacksAny(KilledResults undisturbed, long untilMs) {
        return undisturbed.queries.entrySet().stream()
                .map(query -> difference(query.getKey(), query.getValue().headMap(untilMs, true)))
                .anyMatch(difference -> difference.missing > 0 || difference.lost > 0);
    }

    /**
     * Adds a row a query: every window of {@code undisturbed} that ends up to a time must be here
     * once, with the same rows. After the reader has ended.
     */
    void compare(KilledResults undisturbed, long untilMs, Table table, Recorder recorder) {
        long bad = twice;
        for (Map.Entry<String, TreeMap<Long, Set<String>>> query : undisturbed.queries.entrySet()) {
            Map<Long, Set<String>> expected = query.getValue().headMap(untilMs, true);
            Difference difference = difference(query.getKey(), expected);
            table.row()
                    .cell("job", kind.toString())
                    .cell("query", query.getKey())
                    .cell("windows", expected.size())
                    .cell("rows", expected.values().stream().mapToLong(Set::size).sum())
                    .cell(
                            "missing",
                            "windows missing",
                            kind.isFlinkSql() ? null : difference.missing)
                    .cell("lost", "rows lost", difference.lost)
                    .cell("wrong", "rows too many", difference.wrong);
            bad += difference.missing + difference.lost + difference.wrong;
        }
        table.note("records of " + kind + " that came twice: " + twice);
        if (bad > 0) {
            recorder.fail(
                    "results are missing, wrong or came twice: job=" + kind + " count=" + bad);
        }
    }

    /** Of Flink SQL, windows are not missing: it has none without rows. */
    private Difference difference(String query, Map<Long, Set<String>> expected) {
        Map<Long, Set<String>> found = queries.getOrDefault(query, new TreeMap<>());
        long missing = 0;
        long lost = 0;
        long wrong = 0;
        for (Map.Entry<Long, Set<String>> window : expected.entrySet()) {
            Set<String> rows = found.getOrDefault(window.getKey(), Set.of());
            missing += found.containsKey(window.getKey()) || kind.isFlinkSql() ? 0 : 1;
            lost += window.getValue().stream().filter(row -> !rows.contains(row)).count();
            wrong += rows.stream().filter(row -> !window.getValue().contains(row)).count();
        }
        return new Difference(missing, lost, wrong);
    }
}
