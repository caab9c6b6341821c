package org.wukongs.store.continuous;

import org.wukongs.store.execution.Latencies;
import org.wukongs.store.execution.RememberedRows;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.TemplateResult;
import org.wukongs.store.template.TemplateSubscription;

/**
 * Whose windows are executed: one query, or all queries of a template as one reader has them. The
 * agent's thread, but for {@link #remembered}.
 */
interface WindowSubject {

    /** Of the query or template. */
    String name();

    /** The query, or one of them. */
    RegisteredQuery any();

    QueryTemplate template();

    /** The query among those of its template; null if it is all of them. */
    TemplateSubscription subscription();

    /** What ISTREAM and DSTREAM compare with; null for RSTREAM. */
    RememberedRows<TemplateResult> remembered();

    /** Takes note of an execution; {@code member} is the query's, 0 for all. */
    void recordExecution(TemplateResult result, int member, Latencies latencies);

    void recordFailure();

    /** A reader goes on with that window end. */
    void goOn(long windowEndMs);
}
