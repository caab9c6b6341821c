package org.wukongs.store.query;

import org.wukongs.csparql.CsparqlQuery;

/**
 * A reader of all queries of a template: what it needs still and how far it has come, as {@link
 * RegisteredQuery} has it of one. The agent's thread.
 */
final class TemplateReader {

    private final QueryTemplate template;
    private final RegisteredQuery any; // stays as it is when it is unregistered
    private long pinnedMs; // MIN_VALUE: from the first possible window end on
    private long nextMs; // behind the newest execution; MIN_VALUE: none yet
    private long executionCount;
    private long failureCount;
    private boolean executing; // a job that the next one of the reader has to wait for
    private final RememberedRows<TemplateResult> remembered; // null where it does not compare

    /** {@code any} is one of the template's queries. */
    TemplateReader(QueryTemplate template, RegisteredQuery any, RowsMemory memory) {
        this.template = template;
        this.any = any;
        this.remembered =
                QueryStreams.comparesBefore(any.query()) ? new RememberedRows<>(memory) : null;
    }

    /** Of a template of ISTREAM or DSTREAM queries, else null. */
    RememberedRows<TemplateResult> remembered() {
        return remembered;
    }

    /** The template has no queries any more. */
    void close() {
        if (remembered != null) {
            remembered.close();
        }
    }

    /** Whether its next job has to wait, as it compares with one that is under way. */
    boolean isBusy() {
        return executing && remembered != null;
    }

    void begin() {
        executing = true;
    }

    QueryTemplate template() {
        return template;
    }

    RegisteredQuery any() {
        return any;
    }

    void attach(long fromWindowEndMs) {
        pinnedMs = fromWindowEndMs;
        nextMs = fromWindowEndMs;
    }

    void release(long windowEndMs) {
        pinnedMs = Math.max(pinnedMs, windowEndMs);
    }

    long pinnedMs() {
        return pinnedMs;
    }

    long nextMs() {
        return nextMs;
    }

    /** Its job has ended. */
    void end() {
        executing = false;
    }

    void recordExecution(long windowEndMs) {
        CsparqlQuery query = any.query();
        nextMs = Math.max(nextMs, windowEndMs + query.stepMs());
        executionCount++;
    }

    void recordFailure() {
        failureCount++;
    }

    /** {@code stableMs}: up to where its streams are stable. */
    TemplateStatus status(long stableMs) {
        return new TemplateStatus(
                template.name(),
                template.memberCount(),
                executionCount,
                failureCount,
                pinnedMs,
                RegisteredQuery.lagMs(nextMs, stableMs));
    }
}
