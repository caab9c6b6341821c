package org.wukongs.store.continuous;

import org.wukongs.client.ReaderId;
import org.wukongs.client.StoreStatus.ReaderStatus;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.store.execution.RememberedRows;
import org.wukongs.store.execution.RowsMemory;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.TemplateResult;

/**
 * A reader of a query, or of all queries of a template: which windows it may still ask for, and
 * whether it is there (docs/adr/0026). The agent's thread.
 */
final class WindowReader {

    private final ReaderId id;
    private final QueryTemplate template; // null where it reads one query
    private final RegisteredQuery any; // stays as it is when it is unregistered
    private ReaderConnection connection;
    private long pinnedMs = Long.MIN_VALUE; // MIN_VALUE: from the first possible window end on
    private long nextMs = Long.MIN_VALUE; // after the newest execution; MIN_VALUE: none yet
    private long executionCount;
    private long failureCount;
    private boolean executing; // a job that the next one of the reader has to wait for
    private final RememberedRows<TemplateResult> remembered; // null where it does not compare

    /**
     * {@code any} is the query, or one of the template's; {@code memory} is for the rows that it
     * remembers.
     */
    WindowReader(
            ReaderId id,
            QueryTemplate template,
            RegisteredQuery any,
            ReaderConnection connection,
            RowsMemory memory) {
        this.id = id;
        this.connection = connection;
        this.template = template;
        this.any = any;
        boolean compares = template != null && QueryStreams.comparesBefore(any.query());
        this.remembered = compares ? new RememberedRows<>(memory) : null;
    }

    ReaderId id() {
        return id;
    }

    /** Null where it reads one query. */
    QueryTemplate template() {
        return template;
    }

    RegisteredQuery any() {
        return any;
    }

    // Presence

    /** Somebody has come as this reader, in place of whoever was. */
    void attach(ReaderConnection by) {
        connection = by;
    }

    ReaderConnection connection() {
        return connection;
    }

    // Position

    void moveTo(long windowEndMs) {
        pinnedMs = windowEndMs;
        nextMs = windowEndMs;
    }

    void release(long windowEndMs) {
        pinnedMs = Math.max(pinnedMs, windowEndMs);
    }

    long pinnedMs() {
        return pinnedMs;
    }

    ReaderStatus status() {
        return new ReaderStatus(id.reader(), pinnedMs, connection.isOpen());
    }

    // Executions of a template

    /** Of a template of ISTREAM or DSTREAM queries, else null. */
    RememberedRows<TemplateResult> remembered() {
        return remembered;
    }

    /** Nothing is read any more. */
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

    /** Of a reader of a template; {@code stableMs}: up to where its streams are stable. */
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
