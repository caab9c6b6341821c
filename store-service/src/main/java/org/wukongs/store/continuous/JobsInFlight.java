package org.wukongs.store.continuous;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.wukongs.store.execution.JobQueue;

/**
 * Jobs that were handed over and that the agent has not collected after their end; what they read
 * is pinned. The agent's thread, except for the queue of finished jobs, which workers fill.
 */
final class JobsInFlight {

    /** Many times what the workers' queues hold, because jobs of one template are one job there. */
    static final int COUNT_MAX = 1 << 16;

    private final List<PinnedJob> jobs = new ArrayList<>(); // in no order; each knows its place

    // Never full, because each of its jobs is also in the list.
    private final Queue<PinnedJob> finished = new ManyToOneConcurrentArrayQueue<>(COUNT_MAX);

    private final Map<WindowJob.Key, WindowJob> held = new LinkedHashMap<>();
    private final Deque<WindowJob> ready = new ArrayDeque<>();
    private final JobQueue workers;
    private boolean holding;

    JobsInFlight(JobQueue workers) {
        this.workers = workers;
    }

    /** The queue to which a job adds itself when it ends. */
    Queue<PinnedJob> finished() {
        return finished;
    }

    boolean isFull() {
        return jobs.size() >= COUNT_MAX;
    }

    /**
     * Hands a job over, or holds it until {@link #flush}; held jobs that execute the same become
     * one. Returns false if there is no room.
     */
    boolean offer(WindowJob job) {
        if (holding) {
            WindowJob same = held.putIfAbsent(job.key(), job);
            if (same == null) {
                add(job);
            } else {
                same.addAll(job);
            }
            return true;
        }
        return offerNow(job);
    }

    /** Hands a job over even while others are held. Returns false if there is no room. */
    boolean offerNow(PinnedJob job) {
        add(job);
        boolean taken = false;
        try {
            taken = workers.offer(job);
        } finally {
            if (!taken) {
                remove(job);
            }
        }
        return taken;
    }

    private void add(PinnedJob job) {
        job.place(jobs.size());
        jobs.add(job);
    }

    private void remove(PinnedJob job) {
        PinnedJob last = jobs.remove(jobs.size() - 1);
        if (last != job) {
            jobs.set(job.place(), last);
            last.place(job.place());
        }
    }

    void hold() {
        holding = true;
    }

    /** Hands over what was held, as far as there is room; returns true if nothing is left. */
    boolean flush(JobQueue to) {
        holding = false;
        ready.addAll(held.values());
        held.clear();
        while (!ready.isEmpty() && to.offer(ready.peek())) {
            ready.remove();
        }
        return ready.isEmpty();
    }

    /** Passes each job that has ended to {@code ended}, once; returns how many there were. */
    int collect(Consumer<PinnedJob> ended) {
        int count = 0;
        for (PinnedJob job = finished.poll(); job != null; job = finished.poll()) {
            remove(job);
            ended.accept(job);
            count++;
        }
        return count;
    }

    /** Returns how many jobs there are. */
    int count() {
        return jobs.size();
    }

    /** A copy of all jobs. */
    List<PinnedJob> all() {
        return List.copyOf(jobs);
    }
}
