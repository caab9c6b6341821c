package org.wukongs.store.server;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.JobQueue;
import org.wukongs.store.execution.QueryJob;
import org.wukongs.store.explore.Workers;

/**
 * The query workers of a node and their queues. Jobs go to the workers in turn; full queues are
 * skipped, and if all are full there is no room. In production each worker has a thread ({@link
 * WorkerThreads}); tests step the workers by hand.
 */
final class QueryWorkers implements JobQueue {

    /** A large query asks for one helper per worker; a request that finds no room is not needed. */
    private static final int HELP_CAPACITY = 128;

    private final QueryWorker[] workers;
    private final ManyToManyConcurrentArrayQueue<Runnable> helpWanted =
            new ManyToManyConcurrentArrayQueue<>(HELP_CAPACITY);
    private final AtomicInteger turn = new AtomicInteger();
    private final AtomicInteger guests = new AtomicInteger(); // callers in places of workers
    private volatile boolean closed; // owner: the closing thread

    QueryWorkers(int count, int queueCapacity, NanoClock clock) {
        workers = new QueryWorker[count];
        for (int i = 0; i < count; i++) {
            workers[i] = new QueryWorker(i, workers, queueCapacity, helpWanted, clock);
        }
    }

    int count() {
        return workers.length;
    }

    QueryWorker worker(int index) {
        return workers[index];
    }

    /** Hands a job to a worker; cancels the job if the workers are closed. Any thread. */
    @Override
    public boolean offer(QueryJob job) {
        if (closed) {
            job.cancel(closing());
            return true;
        }
        int first = Math.floorMod(turn.getAndIncrement(), workers.length);
        for (int i = 0; i < workers.length; i++) {
            QueryWorker worker = workers[(first + i) % workers.length];
            if (worker.offer(job)) {
                offered(worker);
                return true;
            }
        }
        return false;
    }

    /**
     * Lets the caller execute a job itself in the place of a worker that has nothing to do, which
     * saves the way to the worker's thread and back; false if there is none. The caller then calls
     * {@link #leave}.
     */
    boolean enter() {
        int places = parkedCount();
        int before = guests.get();
        if (before >= places || !guests.compareAndSet(before, before + 1)) {
            return false;
        }
        if (closed) {
            leave();
            return false;
        }
        return true;
    }

    /** Gives the place of a worker back. */
    void leave() {
        guests.decrementAndGet();
    }

    /** Returns true if no caller executes a job itself; after {@link #close}, none begins. */
    boolean hasNoGuests() {
        return guests.get() == 0;
    }

    private int parkedCount() {
        int count = 0;
        for (QueryWorker worker : workers) {
            count += worker.isParked() ? 1 : 0;
        }
        return count;
    }

    /** Returns a queue to these workers; {@code ended} is called after each of its jobs. */
    JobQueue telling(Runnable ended) {
        return job -> offer(new TellingJob(job, ended));
    }

    /** Tells somebody of its end. */
    private record TellingJob(QueryJob job, Runnable ended) implements QueryJob {

        @Override
        public void run() {
            try {
                job.run();
            } finally {
                ended.run();
            }
        }

        @Override
        public void cancel(WukongsException reason) {
            job.cancel(reason);
            ended.run();
        }
    }

    private void offered(QueryWorker worker) {
        VarHandle.fullFence();
        if (!worker.wake()) {
            wakeAny();
        }
        if (closed) {
            cancelAll(); // the job was added after close() had cancelled all
        }
    }

    /** Wakes a parked worker, which may have to take the job of a busy one. */
    private void wakeAny() {
        for (QueryWorker worker : workers) {
            if (worker.wake()) {
                return;
            }
        }
    }

    /**
     * Helpers for large queries, at most {@code countMax} for one query; jobs go before helping.
     */
    Workers helpers(int countMax) {
        int count = Math.min(countMax, workers.length);
        return count <= 1 ? Workers.NONE : new Workers(this::help, count, this::jobsWait);
    }

    private void help(Runnable task) {
        if (helpWanted.offer(task)) {
            VarHandle.fullFence();
            wakeAny();
        }
    }

    private boolean jobsWait() {
        for (QueryWorker worker : workers) {
            if (worker.hasJobs()) {
                return true;
            }
        }
        return false;
    }

    /** Accepts no more jobs and cancels waiting ones. */
    void close() {
        closed = true;
        VarHandle.fullFence();
        cancelAll();
    }

    private void cancelAll() {
        for (QueryWorker worker : workers) {
            worker.cancelAll(closing());
        }
    }

    private static WukongsException closing() {
        return WukongsException.retriable("the store is shutting down");
    }
}
