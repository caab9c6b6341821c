package org.wukongs.store.continuous;

import org.wukongs.store.execution.Latencies;
import org.wukongs.store.execution.RememberedRows;
import org.wukongs.store.execution.RowsMemory;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.TemplateResult;
import org.wukongs.store.template.TemplateSubscription;

/** All queries of a template as one reader reads them, with the counts of their executions. */
final class ReadTemplate implements WindowSubject {

    private final QueryTemplate template;
    private final RegisteredQuery any; // does not change when it is unregistered
    private final RememberedRows<TemplateResult> remembered; // null if it does not compare
    private long nextMs = Long.MIN_VALUE; // after the newest execution; MIN_VALUE: none yet
    private long executionCount;
    private long failureCount;

    /** {@code any} is one of the template's queries; {@code memory} is for remembered rows. */
    ReadTemplate(QueryTemplate template, RegisteredQuery any, RowsMemory memory) {
        this.template = template;
        this.any = any;
        boolean compares = QueryStreams.comparesBefore(any.query());
        this.remembered = compares ? new RememberedRows<>(memory) : null;
    }

    @Override
    public String name() {
        return template.name();
    }

    @Override
    public RegisteredQuery any() {
        return any;
    }

    @Override
    public QueryTemplate template() {
        return template;
    }

    @Override
    public TemplateSubscription subscription() {
        return null;
    }

    @Override
    public RememberedRows<TemplateResult> remembered() {
        return remembered;
    }

    @Override
    public void recordExecutions(WindowShare share, Latencies latencies) {
        nextMs = Math.max(nextMs, share.lastWindowEndMs() + any.query().stepMs());
        executionCount += share.executionCount();
    }

    @Override
    public void recordFailure() {
        failureCount++;
    }

    @Override
    public void goOn(long windowEndMs) {
        nextMs = windowEndMs;
    }

    /** Ends the reading of the template. */
    void close() {
        if (remembered != null) {
            remembered.close();
        }
    }

    /** {@code pinnedMs} is the reader's position, {@code stableMs} that of the streams. */
    TemplateStatus status(long pinnedMs, long stableMs) {
        return new TemplateStatus(
                template.name(),
                template.memberCount(),
                executionCount,
                failureCount,
                pinnedMs,
                RegisteredQuery.lagMs(nextMs, stableMs));
    }
}
