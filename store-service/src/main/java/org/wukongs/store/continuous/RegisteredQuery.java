package org.wukongs.store.continuous;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.StoreStatus.ReaderStatus;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.store.execution.Latencies;
import org.wukongs.store.execution.RememberedRows;
import org.wukongs.store.execution.RowsMemory;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.template.QuerySkeleton;
import org.wukongs.store.template.TemplateSubscription;

/**
 * A continuous query in a store: what it is, which windows it still needs, and what it has done.
 */
final class RegisteredQuery {

    private static final double NS_PER_US = 1000.0;

    private final CsparqlQuery query;
    private final CompiledQuery compiled;
    private final TemplateSubscription subscription; // null where it shares executions with none
    private final QuerySkeleton skeleton; // of its text; null where the query has it itself
    private final long heapBytes;
    private Histogram latencyNs; // null before the first execution
    private long executionCount;
    private long rowCount;
    private long failureCount;

    // The first window end that may still be asked for; MIN_VALUE: from the first possible one on.
    private long pinnedMs = Long.MIN_VALUE;
    private boolean pinned = true;
    private long lostCount; // windows that were given up though nobody had read them
    private boolean gaveUp; // without a reader, all windows from pinnedMs on are lost

    // Behind the newest execution; MIN_VALUE: none yet.
    private long nextMs = Long.MIN_VALUE;

    private final RememberedRows<List<String[]>> remembered; // null where it does not compare

    RegisteredQuery(
            CsparqlQuery query,
            CompiledQuery compiled,
            TemplateSubscription subscription,
            QuerySkeleton skeleton,
            long heapBytes,
            RowsMemory memory) {
        this.query = query;
        this.compiled = compiled;
        this.subscription = subscription;
        this.skeleton = skeleton;
        this.heapBytes = heapBytes;
        this.remembered = QueryStreams.comparesBefore(query) ? new RememberedRows<>(memory) : null;
    }

    CsparqlQuery query() {
        return query;
    }

    /** About what it takes of the heap. */
    long heapBytes() {
        return heapBytes;
    }

    /** As it was written. */
    String text() {
        return skeleton == null ? query.text() : skeleton.text(compiled);
    }

    CompiledQuery compiled() {
        return compiled;
    }

    /** The agent's. */
    TemplateSubscription subscription() {
        return subscription;
    }

    QueryDescription description() {
        List<String> streams =
                query.windows().stream().map(QueryWindow::stream).distinct().toList();
        return new QueryDescription(
                query.name(),
                text(),
                query.form(),
                query.vars(),
                streams,
                query.stepMs(),
                subscription == null ? null : subscription.template().name());
    }

    boolean reads(String stream) {
        for (QueryWindow window : query.windows()) {
            if (window.stream().equals(stream)) {
                return true;
            }
        }
        return false;
    }

    /**
     * It has a reader, which holds its windows from now on. {@code stableMs}: up to where its
     * streams are stable.
     */
    void unpin(long stableMs) {
        lostCount = lostWindowCount(stableMs);
        gaveUp = false;
        pinned = false;
    }

    /** It has no reader any more: windows from {@code windowEndMs} on are kept for one to come. */
    void pin(long windowEndMs) {
        pinned = true;
        pinnedMs = windowEndMs;
    }

    /** A reader will go on with that window end. */
    void goOn(long windowEndMs) {
        nextMs = windowEndMs;
    }

    /**
     * Has lost the windows before {@code windowEndMs}, of which the first was at {@code fromMs}.
     */
    void lose(long fromMs, long windowEndMs) {
        lostCount += windowCount(fromMs, windowEndMs);
        pinnedMs = windowEndMs;
    }

    /** Loses all windows from {@code fromMs} on, until somebody reads them. */
    void loseAll(long fromMs) {
        pinned = false;
        gaveUp = true;
        pinnedMs = fromMs;
    }

    /** Windows lost; {@code stableMs}: up to where its streams are stable. */
    long lostWindowCount(long stableMs) {
        return gaveUp ? lostCount + windowCount(pinnedMs, stableMs) : lostCount;
    }

    private long windowCount(long fromMs, long toMs) {
        return isTime(fromMs) && isTime(toMs) ? Math.max(0, (toMs - fromMs) / query.stepMs()) : 0;
    }

    QueryCut.Reading reading() {
        return new QueryCut.Reading(pinned, false, pinnedMs, nextMs);
    }

    /** Goes on where a cut was made. */
    void restore(QueryCut.Reading reading) {
        pinned = reading.pinned();
        pinnedMs = reading.pinnedMs();
        nextMs = reading.nextMs();
    }

    long pinnedMs() {
        return pinnedMs;
    }

    void recordExecution(long windowEndMs, long engineNs, int rows, Latencies latencies) {
        nextMs = Math.max(nextMs, windowEndMs + query.stepMs());
        if (latencyNs == null) {
            latencyNs = latencies.take();
        }
        latencyNs.recordValue(Math.min(engineNs, Latencies.NS_MAX));
        executionCount++;
        rowCount += rows;
    }

    void recordFailure() {
        failureCount++;
    }

    /** Of an ISTREAM or DSTREAM query, else null. */
    RememberedRows<List<String[]>> remembered() {
        return remembered;
    }

    /** It is unregistered. */
    void close() {
        if (remembered != null) {
            remembered.close();
        }
    }

    static long lagMs(long nextMs, long stableMs) {
        boolean known = isTime(nextMs) && isTime(stableMs);
        return known ? Math.max(0, stableMs - nextMs) : 0;
    }

    private static boolean isTime(long ms) {
        return ms != Long.MIN_VALUE && ms != Long.MAX_VALUE;
    }

    /** Null before the first execution. */
    Histogram latencyNs() {
        return latencyNs;
    }

    /** {@code stableMs}: up to where its streams are stable. */
    QueryStatus status(long stableMs, List<ReaderStatus> readers) {
        long nextWindowEndMs =
                readers.stream().mapToLong(ReaderStatus::nextWindowEndMs).min().orElse(pinnedMs);
        return new QueryStatus(
                query.name(),
                executionCount,
                rowCount,
                failureCount,
                nextWindowEndMs,
                lagMs(nextMs, stableMs),
                lostWindowCount(stableMs),
                readers,
                latencyUs(50),
                latencyUs(99),
                latencyUs(100));
    }

    private double latencyUs(double percentile) {
        return latencyNs == null ? 0 : latencyNs.getValueAtPercentile(percentile) / NS_PER_US;
    }
}
