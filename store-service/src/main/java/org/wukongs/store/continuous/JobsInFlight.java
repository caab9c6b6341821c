package org.wukongs.store.continuous;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.wukongs.store.execution.JobQueue;
import org.wukongs.store.execution.QueryJob;

/**
 * Jobs that were handed over and whose end the agent has not taken note of: what they read is
 * pinned. The agent's thread, but for the queue of finished ones, which workers fill.
 */
final class JobsInFlight {

    /** Many times what the workers' queues hold, as jobs of one template are one there. */
    static final int COUNT_MAX = 1 << 16;

    private final Set<PinnedJob> jobs = new LinkedHashSet<>();

    // Never full, as each of its jobs is among the others.
    private final Queue<PinnedJob> finished = new ManyToOneConcurrentArrayQueue<>(COUNT_MAX);

    private final JobGroups groups;
    private final JobQueue workers;
    private boolean holding;

    JobsInFlight(WindowExecutor executor, JobQueue workers) {
        this.groups = new JobGroups(executor);
        this.workers = workers;
    }

    /** Where a job has to put itself when it has ended. */
    Queue<PinnedJob> finished() {
        return finished;
    }

    boolean isFull() {
        return jobs.size() >= COUNT_MAX;
    }

    /** Hands a job over, or holds it until {@link #flush}; false where there is no room. */
    boolean offer(WindowJob job, WindowFetch fetch, long nextMs) {
        jobs.add(job);
        boolean taken = false;
        try {
            taken = fetch.offer(job, holding ? this::held : workers, nextMs);
        } finally {
            if (!taken) {
                jobs.remove(job);
            }
        }
        return taken;
    }

    /** Hands a job over at once; false where there is no room. */
    boolean offer(PinnedJob job) {
        jobs.add(job);
        boolean taken = false;
        try {
            taken = workers.offer(job);
        } finally {
            if (!taken) {
                jobs.remove(job);
            }
        }
        return taken;
    }

    private boolean held(QueryJob job) {
        groups.add((WindowJob) job);
        return true;
    }

    void hold() {
        holding = true;
    }

    /** Hands over what was held, as far as there is room; true where nothing is left. */
    boolean flush(JobQueue to) {
        holding = false;
        return groups.flush(to);
    }

    /** Those that have ended, each once; how many. */
    int collect(Consumer<PinnedJob> ended) {
        int count = 0;
        for (PinnedJob job = finished.poll(); job != null; job = finished.poll()) {
            jobs.remove(job);
            ended.accept(job);
            count++;
        }
        return count;
    }

    /** All of them. */
    List<PinnedJob> all() {
        return List.copyOf(jobs);
    }
}
