package org.wukongs.store.continuous;

import org.wukongs.store.execution.Latencies;
import org.wukongs.store.execution.QueryJob;

/** A job over windows, which are kept until the agent has collected the job after its end. */
interface PinnedJob extends QueryJob {

    /** The query whose windows the job reads, or one of the queries. */
    RegisteredQuery query();

    /** The first window end that it reads. */
    long firstWindowEndMs();

    /** Agent: records what the job did, after its end. */
    void record(Latencies latencies);
}
