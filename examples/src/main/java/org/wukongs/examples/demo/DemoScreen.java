package org.wukongs.examples.demo;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.examples.demo.ResultTail.QueryTail;
import org.wukongs.kafka.producer.ProducerStats;

/** What the demo shows: one table of streams, one of queries, with rates since the last look. */
final class DemoScreen {

    private static final String CLEAR = "\u001b[H\u001b[2J";
    private static final int LATEST_ROW_CHARS = 48;

    private final PrintStream out;
    private final boolean terminal;
    private final ResultTail results;
    private final Map<String, Long> lastCounts = new HashMap<>();
    private long lastNs;

    DemoScreen(PrintStream out, boolean terminal, ResultTail results) {
        this.out = out;
        this.terminal = terminal;
        this.results = results;
    }

    /** Rates are per second since the last call. */
    void show(StoreStatus status, ProducerStats producer, long elapsedS, long nowNs, long nowMs) {
        double seconds = lastNs == 0 ? Double.NaN : (nowNs - lastNs) / 1e9;
        lastNs = nowNs;
        StringBuilder text = new StringBuilder();
        text.append(
                String.format(Locale.ROOT, "Wukong+S demo, %d s; Ctrl-C ends it%n%n", elapsedS));
        appendStreams(text, status, seconds, nowMs);
        appendQueries(text, status, seconds);
        appendStore(text, status, producer);
        out.print((terminal ? CLEAR : "") + text);
        out.flush();
    }

    /** Totals and means over the whole run. */
    void summary(StoreStatus status, ProducerStats producer, double seconds, long nowMs) {
        lastCounts.clear();
        StringBuilder text = new StringBuilder();
        text.append(String.format(Locale.ROOT, "%nSummary of %.0f s%n%n", seconds));
        appendStreams(text, status, seconds, nowMs);
        appendQueries(text, status, seconds);
        appendStore(text, status, producer);
        out.print(text);
        out.flush();
    }

    private void appendStreams(StringBuilder text, StoreStatus status, double seconds, long nowMs) {
        text.append(
                String.format(
                        Locale.ROOT,
                        "%-18s %10s %12s %16s %8s%n",
                        "stream",
                        "tuples/s",
                        "tuples",
                        "stable, ms ago",
                        "late"));
        for (StreamStatus stream : status.streams()) {
            String name = stream.name().substring(stream.name().lastIndexOf('/') + 1);
            boolean started = stream.stableMs() != Long.MIN_VALUE;
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%-18s %10s %12d %16s %8d%n",
                            name,
                            rate(stream.name(), stream.tupleCount(), seconds),
                            stream.tupleCount(),
                            started ? Long.toString(nowMs - stream.stableMs()) : "-",
                            stream.lateCount()));
        }
    }

    private void appendQueries(StringBuilder text, StoreStatus status, double seconds) {
        text.append(
                String.format(
                        Locale.ROOT,
                        "%n%-5s %7s %9s %10s | %10s %10s | %9s %9s | %s%n",
                        "query",
                        "exec/s",
                        "rows/s",
                        "rows",
                        "engine p50",
                        "p99 us",
                        "Kafka p50",
                        "p99 ms",
                        "latest row"));
        for (QueryStatus query : status.queries()) {
            QueryTail tail = results.query(query.name());
            String latest = tail.latestRow;
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%-5s %7s %9s %10d | %10.0f %10.0f | %9d %9d | %s%n",
                            query.name(),
                            rate(query.name(), query.executionCount(), seconds),
                            rate(query.name() + " rows", tail.rowCount.get(), seconds),
                            tail.rowCount.get(),
                            query.p50Us(),
                            query.p99Us(),
                            tail.delayMs.getValueAtPercentile(50),
                            tail.delayMs.getValueAtPercentile(99),
                            latest.substring(0, Math.min(LATEST_ROW_CHARS, latest.length()))));
        }
    }

    private static void appendStore(
            StringBuilder text, StoreStatus status, ProducerStats producer) {
        text.append(
                String.format(
                        Locale.ROOT,
                        "%nstored triples %d   snapshot %d   producer behind %d ms%n",
                        status.storedTripleCount(),
                        status.stableSnapshot(),
                        producer.behindMs()));
    }

    private String rate(String name, long count, double seconds) {
        long before = lastCounts.getOrDefault(name, 0L);
        lastCounts.put(name, count);
        return Double.isNaN(seconds)
                ? "-"
                : String.format(Locale.ROOT, "%.0f", (count - before) / seconds);
    }
}
