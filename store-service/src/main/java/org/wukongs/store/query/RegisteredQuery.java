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
    private long failureCount;

    // The first window end that may still be asked for; MIN_VALUE: from the first possible one on.
    private long pinnedMs = Long.MIN_VALUE;
    private boolean pinned = true;
    private boolean hasReader;

    // Behind the newest execution; MIN_VALUE: none yet.
    private long nextMs = Long.MIN_VALUE;

    /** The whole result of an execution. */
    private record Rows(long windowEndMs, List<String[]> rows) {}

    // Of the newest ended execution of an ISTREAM or DSTREAM query; owner: any worker, as a whole.
    private volatile Rows previous = new Rows(Long.MIN_VALUE, List.of());

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
        nextMs = fromWindowEndMs;
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

    void recordExecution(long windowEndMs, long engineNs, int rows) {
        nextMs = Math.max(nextMs, windowEndMs + query.stepMs());
        latencyNs.recordValue(Math.min(engineNs, LATENCY_NS_MAX));
        rowCount += rows;
    }

    void recordFailure() {
        failureCount++;
    }

    /**
     * The whole result of the execution at {@code windowEndMs} where it was the last one, else
     * null. Any worker.
     */
    List<String[]> previousRows(long windowEndMs) {
        Rows known = previous;
        return known.windowEndMs() == windowEndMs ? known.rows() : null;
    }

    void rememberRows(long windowEndMs, List<String[]> rows) {
        previous = new Rows(windowEndMs, rows);
    }

    private long lagMs(long stableMs) {
        boolean known = isTime(nextMs) && isTime(stableMs);
        return known ? Math.max(0, stableMs - nextMs) : 0;
    }

    private static boolean isTime(long ms) {
        return ms != Long.MIN_VALUE && ms != Long.MAX_VALUE;
    }

    Histogram latencyNs() {
        return latencyNs;
    }

    /** {@code stableMs}: up to where its streams are stable. */
    QueryStatus status(long stableMs) {
        return new QueryStatus(
                query.name(),
                latencyNs.getTotalCount(),
                rowCount,
                failureCount,
                pinnedMs,
                lagMs(stableMs),
                latencyNs.getValueAtPercentile(50) / NS_PER_US,
                latencyNs.getValueAtPercentile(99) / NS_PER_US,
                latencyNs.getMaxValue() / NS_PER_US);
    }
}
