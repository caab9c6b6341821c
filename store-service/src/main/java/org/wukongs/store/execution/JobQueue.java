package org.wukongs.store.execution;

/** Where executions are handed to, by any thread. */
public interface JobQueue {

    /** The caller's thread executes: an embedded store has no others, and is deterministic. */
    JobQueue DIRECT =
            job -> {
                job.run();
                return true;
            };

    /** False where there is no room; then the job is still the caller's. */
    boolean offer(QueryJob job);
}
