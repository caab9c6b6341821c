package org.wukongs.store.query;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryWindow;

/**
 * A continuous query in a store: what it is, which windows it still needs, and what it has done.
 */
final class RegisteredQuery {

    /** Five minutes at 3 digits: 200 KB a query. */
    private static final long LATENCY_NS_MAX = 300_000_000_000L;

    private static final double NS_PER_US = 1000.0;

    private final CsparqlQuery query;
    private final CompiledQuery compiled;
    private final Histogram latencyNs = new Histogram(LATENCY_NS_MAX, 3);
    private long rowCount;

    // The first window end that may still be asked for; MIN_VALUE: from the first possible one on.
    private long pinnedMs = Long.MIN_VALUE;
    private boolean pinned = true;
    private boolean hasReader;

    private long previousWindowEndMs = Long.MIN_VALUE;
    private List<String[]> previousRows = List.of();

    RegisteredQuery(CsparqlQuery query, CompiledQuery compiled) {
        this.query = query;
        this.compiled = compiled;
    }

    CsparqlQuery query() {
        return query;
    }

    CompiledQuery compiled() {
        return compiled;
    }

    QueryDescription description() {
        List<String> streams =
                query.windows().stream().map(QueryWindow::stream).distinct().toList();
        return new QueryDescription(
                query.name(), query.text(), query.form(), query.vars(), streams, query.stepMs());
    }

    void attachReader(long fromWindowEndMs) {
        hasReader = true;
        pinned = true;
        pinnedMs = fromWindowEndMs;
    }

    void release(long windowEndMs) {
        pinnedMs = Math.max(pinnedMs, windowEndMs);
    }

    /** Gives up the windows of a query that nobody reads; false where somebody does. */
    boolean unpinUnread() {
        boolean unread = pinned && !hasReader;
        if (unread) {
            pinned = false;
        }
        return unread;
    }

    boolean pinned() {
        return pinned;
    }

    long pinnedMs() {
        return pinnedMs;
    }

    void recordExecution(long engineNs, int rows) {
        latencyNs.recordValue(Math.min(engineNs, LATENCY_NS_MAX));
        rowCount += rows;
    }

    /**
     * The whole result of the execution at {@code windowEndMs} where it was the last one, else
     * null.
     */
    List<String[]> previousRows(long windowEndMs) {
        return windowEndMs == previousWindowEndMs ? previousRows : null;
    }

    void rememberRows(long windowEndMs, List<String[]> rows) {
        previousWindowEndMs = windowEndMs;
        previousRows = rows;
    }

    Histogram latencyNs() {
        return latencyNs;
    }

    QueryStatus status() {
        return new QueryStatus(
                query.name(),
                latencyNs.getTotalCount(),
                rowCount,
                pinnedMs,
                latencyNs.getValueAtPercentile(50) / NS_PER_US,
                latencyNs.getValueAtPercentile(99) / NS_PER_US,
                latencyNs.getMaxValue() / NS_PER_US);
    }
}
