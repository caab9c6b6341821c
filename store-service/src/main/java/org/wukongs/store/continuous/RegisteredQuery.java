package org.wukongs.store.continuous;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.ReaderId;
import org.wukongs.client.StoreStatus.QueryStatus;
import org.wukongs.client.StoreStatus.ReaderStatus;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.QueryWindow;
import org.wukongs.store.execution.Latencies;
import org.wukongs.store.execution.RememberedRows;
import org.wukongs.store.execution.RowsMemory;
import org.wukongs.store.plan.CompiledQuery;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.RegisteredTexts;
import org.wukongs.store.template.TemplateResult;
import org.wukongs.store.template.TemplateSubscription;
import org.wukongs.store.text.TextSkeleton;

/**
 * A registered continuous query with the windows that it still needs and counts of its executions.
 */
final class RegisteredQuery extends CutList.Element implements WindowSubject, QueryCut.Text {

    private static final double NS_PER_US = 1000.0;

    private final CsparqlQuery query;
    private final CompiledQuery compiled;
    private final TemplateSubscription subscription;
    private final QueryTemplate template;
    // of its text; null if the query itself has the text
    private final TextSkeleton<CompiledQuery> skeleton;
    private final long heapBytes;
    private Histogram latencyNs; // null before the first execution
    private long executionCount;
    private long rowCount;
    private long failureCount;

    // The first window end that may still be asked for; MIN_VALUE: the first possible one.
    private long pinnedMs = Long.MIN_VALUE;
    private boolean pinned = true;
    private long lostCount; // windows that were given up unread
    private boolean gaveUp; // without a reader; all windows from pinnedMs on are lost

    // The window end after the newest execution; MIN_VALUE: none yet.
    private long nextMs = Long.MIN_VALUE;

    private final RememberedRows<TemplateResult> remembered; // null if it does not compare

    RegisteredQuery(
            CsparqlQuery query,
            CompiledQuery compiled,
            TemplateSubscription subscription,
            TextSkeleton<CompiledQuery> skeleton,
            long heapBytes,
            RowsMemory memory) {
        this.query = query;
        this.compiled = compiled;
        this.subscription = subscription;
        this.template = subscription.template();
        this.skeleton = skeleton;
        this.heapBytes = heapBytes;
        this.remembered = QueryStreams.comparesBefore(query) ? new RememberedRows<>(memory) : null;
    }

    CsparqlQuery query() {
        return query;
    }

    /** Estimates the heap that the query takes. */
    long heapBytes() {
        return heapBytes;
    }

    @Override
    public String text() {
        return skeleton == null ? query.text() : RegisteredTexts.text(skeleton, compiled);
    }

    CompiledQuery compiled() {
        return compiled;
    }

    @Override
    public String name() {
        return query.name();
    }

    @Override
    public RegisteredQuery any() {
        return this;
    }

    @Override
    public QueryTemplate template() {
        return template;
    }

    @Override
    public TemplateSubscription subscription() {
        return subscription;
    }

    QueryDescription description() {
        return description(query, text(), template.name());
    }

    static QueryDescription description(CsparqlQuery query, String text, String template) {
        List<String> streams =
                query.windows().stream().map(QueryWindow::stream).distinct().toList();
        return new QueryDescription(
                query.name(), text, query.form(), query.vars(), streams, query.stepMs(), template);
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
     * Unpins the windows, because a reader holds them from now on. {@code stableMs} is the event
     * time up to which the query's streams are stable.
     */
    void unpin(long stableMs) {
        beforeChange();
        lostCount = lostWindowCount(stableMs);
        gaveUp = false;
        pinned = false;
    }

    /**
     * Keeps the windows from {@code windowEndMs} on for a reader to come, because there is none
     * left.
     */
    void pin(long windowEndMs) {
        beforeChange();
        pinned = true;
        pinnedMs = windowEndMs;
    }

    @Override
    public void goOn(long windowEndMs) {
        beforeChange();
        nextMs = windowEndMs;
    }

    /**
     * Gives up the windows before {@code windowEndMs}, of which the first ends at {@code fromMs}.
     */
    void lose(long fromMs, long windowEndMs) {
        beforeChange();
        lostCount += windowCount(fromMs, windowEndMs);
        pinnedMs = windowEndMs;
    }

    /** Gives up all windows from {@code fromMs} on until a reader attaches. */
    void loseAll(long fromMs) {
        beforeChange();
        pinned = false;
        gaveUp = true;
        pinnedMs = fromMs;
    }

    /**
     * How many windows were lost; {@code stableMs} is the event time up to which its streams are
     * stable.
     */
    long lostWindowCount(long stableMs) {
        return gaveUp ? lostCount + windowCount(pinnedMs, stableMs) : lostCount;
    }

    private long windowCount(long fromMs, long toMs) {
        return isTime(fromMs) && isTime(toMs) ? Math.max(0, (toMs - fromMs) / query.stepMs()) : 0;
    }

    QueryCut.Reading reading() {
        return new QueryCut.Reading(pinned, false, pinnedMs, nextMs);
    }

    LostWindows lost() {
        return lostCount == 0 && !gaveUp ? LostWindows.NONE : new LostWindows(lostCount, gaveUp);
    }

    void restore(LostWindows lost) {
        beforeChange();
        lostCount = lost.count();
        gaveUp = lost.allSince();
    }

    /** Continues from where a cut was made. */
    void restore(QueryCut.Reading reading) {
        beforeChange();
        pinned = reading.pinned();
        pinnedMs = reading.pinnedMs();
        nextMs = reading.nextMs();
    }

    long pinnedMs() {
        return pinnedMs;
    }

    @Override
    public void recordExecutions(WindowShare share, Latencies latencies) {
        beforeChange();
        nextMs = Math.max(nextMs, share.lastWindowEndMs() + query.stepMs());
        executionCount += share.executionCount();
        rowCount += share.rowCount();
        if (latencyNs == null) {
            latencyNs = latencies.take();
        }
        for (int i = 0; i < share.executionCount(); i++) {
            latencyNs.recordValue(Math.min(share.engineNs(i), Latencies.NS_MAX));
        }
    }

    @Override
    public void recordFailure() {
        failureCount++;
    }

    @Override
    public RememberedRows<TemplateResult> remembered() {
        return remembered;
    }

    /** Ends the query after it was unregistered. */
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

    /** Latencies of its executions in ns; null before the first one. */
    Histogram latencyNs() {
        return latencyNs;
    }

    /** {@code stableMs} is the event time up to which the query's streams are stable. */
    QueryStatus status(long stableMs, List<ReaderStatus> readers) {
        long nextWindowEndMs =
                readers.stream()
                        .filter(reader -> !reader.name().startsWith(ReaderId.LIVE_PREFIX))
                        .mapToLong(ReaderStatus::nextWindowEndMs)
                        .min()
                        .orElse(pinnedMs);
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
