package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.JobQueue;
import org.wukongs.store.execution.QueryJob;

/** A queue whose jobs wait until a test has them run, in any order. */
final class HeldJobs implements JobQueue {

    private final int capacity;
    private final List<QueryJob> jobs = new ArrayList<>();
    private boolean closed;

    HeldJobs(int capacity) {
        this.capacity = capacity;
    }

    @Override
    public boolean offer(QueryJob job) {
        if (closed) {
            job.cancel(WukongsException.retriable("the store is shutting down"));
            return true;
        }
        return jobs.size() < capacity && jobs.add(job);
    }

    int size() {
        return jobs.size();
    }

    void runNewest() {
        jobs.remove(jobs.size() - 1).run();
    }

    void runAny(Random random) {
        if (!jobs.isEmpty()) {
            jobs.remove(random.nextInt(jobs.size())).run();
        }
    }

    void runAll() {
        while (!jobs.isEmpty()) {
            jobs.remove(0).run();
        }
    }

    void close() {
        closed = true;
        jobs.forEach(job -> job.cancel(WukongsException.retriable("the store is shutting down")));
    }
}
