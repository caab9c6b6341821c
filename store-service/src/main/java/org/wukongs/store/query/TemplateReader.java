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

    /** {@code any} is one of the template's queries. */
    TemplateReader(QueryTemplate template, RegisteredQuery any) {
        this.template = template;
        this.any = any;
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
                any.query().name(),
                template.memberCount(),
                executionCount,
                failureCount,
                pinnedMs,
                RegisteredQuery.lagMs(nextMs, stableMs));
    }
}
