package org.wukongs.store.continuous;

import org.wukongs.store.execution.Latencies;
import org.wukongs.store.execution.RememberedRows;
import org.wukongs.store.template.QueryTemplate;
import org.wukongs.store.template.TemplateResult;
import org.wukongs.store.template.TemplateSubscription;

/**
 * The subject of executions: one query, or all queries of a template as one reader reads them. The
 * agent's thread, except {@link #remembered}.
 */
interface WindowSubject {

    /** The name of the query or template. */
    String name();

    /** The query, or one of the queries. */
    RegisteredQuery any();

    QueryTemplate template();

    /** The query's subscription to its template; null if the subject is the whole template. */
    TemplateSubscription subscription();

    /** The rows that ISTREAM and DSTREAM compare with; null for RSTREAM. */
    RememberedRows<TemplateResult> remembered();

    /** Records the executions of a share, at least one. */
    void recordExecutions(WindowShare share, Latencies latencies);

    void recordFailure();

    /** Called when a reader moves to that window end. */
    void goOn(long windowEndMs);
}
