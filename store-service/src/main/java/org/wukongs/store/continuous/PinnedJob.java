package org.wukongs.store.continuous;

import org.wukongs.store.execution.Latencies;
import org.wukongs.store.execution.QueryJob;

/**
 * A job that reads windows. What it reads is pinned until it has added itself to the finished jobs
 * and the agent has collected it. All methods but those of {@link QueryJob}: the agent.
 */
interface PinnedJob extends QueryJob {

    /** The query whose windows the job reads, or one of the queries. */
    RegisteredQuery query();

    /** The first window end that it reads. */
    long firstWindowEndMs();

    /** Its place among the jobs in flight. */
    int place();

    void place(int newPlace);

    /** Records what the job did, after its end. */
    void record(Latencies latencies);
}
