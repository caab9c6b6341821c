package org.wukongs.store.continuous;

import org.wukongs.store.execution.Latencies;
import org.wukongs.store.execution.QueryJob;

/** A job of windows, which stay until the agent has taken note of its end. */
interface PinnedJob extends QueryJob {

    /** By its windows. */
    RegisteredQuery query();

    /** The first window end that it reads. */
    long firstWindowEndMs();

    /** Agent: takes note of what it did, after its end. */
    void record(Latencies latencies);
}
