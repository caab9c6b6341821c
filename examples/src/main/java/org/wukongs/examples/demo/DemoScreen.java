package org.wukongs.examples.demo;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.wukongs.client.StoreStatus;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.examples.demo.ResultTail.QueryTail;
import org.wukongs.kafka.producer.ProducerStats;

/** Screen of the demo: a table of streams and one of queries, with rates since the last call. */
final class DemoScreen {

    private static final String CLEAR = "\u001b[H\u001b[2J";
    private static final String CUT = "…";
    private static final double US_PER_MS = 1e3;

    /** Columns of a line if there is no terminal. */
    static final int WIDTH_DEFAULT = 120;

    private final PrintStream out;
    private final boolean terminal;
    private final int width;
    private final ResultTail results;
    private final Map<String, Long> lastCounts = new HashMap<>();
    private long lastNs;

    /**
     * Lines are cut at {@code width}: if the terminal broke them, the tables would be unreadable.
     */
    DemoScreen(PrintStream out, boolean terminal, int width, ResultTail results) {
        this.out = out;
        this.terminal = terminal;
        this.width = width;
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
        out.print((terminal ? CLEAR : "") + fitted(text));
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
        out.print(fitted(text));
        out.flush();
    }

    private String fitted(StringBuilder text) {
        return text.toString()
                .lines()
                .map(this::fitted)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private String fitted(String line) {
        return line.length() <= width
                ? line
                : line.substring(0, Math.max(0, width - CUT.length())) + CUT;
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
                        "%nlatencies in ms%n%-5s %6s %7s %9s | %10s %7s | %9s %5s | %s%n",
                        "query",
                        "exec/s",
                        "rows/s",
                        "rows",
                        "engine p50",
                        "p99",
                        "Kafka p50",
                        "p99",
                        "latest row"));
        for (QueryStatus query : status.queries()) {
            QueryTail tail = results.query(query.name());
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%-5s %6s %7s %9d | %10.2f %7.2f | %9d %5d | %s%n",
                            query.name(),
                            rate(query.name(), query.executionCount(), seconds),
                            rate(query.name() + " rows", tail.rowCount.get(), seconds),
                            tail.rowCount.get(),
                            query.p50Us() / US_PER_MS,
                            query.p99Us() / US_PER_MS,
                            tail.delayMs.getValueAtPercentile(50),
                            tail.delayMs.getValueAtPercentile(99),
                            tail.latestRow));
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
