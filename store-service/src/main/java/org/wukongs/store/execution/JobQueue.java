package org.wukongs.store.execution;

/** Takes executions from any thread. */
public interface JobQueue {

    /**
     * Executes in the caller's thread: an embedded store has no other threads and is deterministic.
     */
    JobQueue DIRECT =
            job -> {
                job.run();
                return true;
            };

    /** Returns false if there is no room; then the caller keeps the job. */
    boolean offer(QueryJob job);
}
