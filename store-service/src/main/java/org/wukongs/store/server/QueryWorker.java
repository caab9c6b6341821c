package org.wukongs.store.server;

import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.QueryJob;

/**
 * Executes queries: those of its own queue and, as the obliger of the other workers (Wukong,
 * OSDI'16, worker-obliger stealing), those that wait for a worker that a long query keeps busy. A
 * worker that has not polled its queue for {@link #HELD_UP_NS} is held up. After each job of its
 * own, a worker checks one other worker, in turn, and takes the next job of that worker if it is
 * held up. The paper pairs workers; here all take turns, so that two long queries in neighbouring
 * workers do not block a queue. A worker without a job takes any waiting job or, if there is none,
 * helps with a large query.
 */
final class QueryWorker implements Agent {

    private static final Logger LOG = LoggerFactory.getLogger(QueryWorker.class);

    /** Connections have one request each, a fetch has up to 64 windows. */
    static final int QUEUE_CAPACITY = 1024;

    /**
     * The time of some light queries. A shorter time would take jobs, and with them warm caches,
     * from workers that are merely busy.
     */
    static final long HELD_UP_NS = 200_000;

    /** An offered job wakes a worker, another one each; so nothing relies on this time. */
    private static final long PARK_NS = 100_000_000;

    private final int index;
    private final QueryWorker[] workers;
    private final Queue<Runnable> helpWanted;
    private final NanoClock clock;
    private final ManyToManyConcurrentArrayQueue<QueryJob> jobs;
    private volatile long polledNs; // owner: the worker's thread
    private final AtomicReference<Thread> parked = new AtomicReference<>(); // null if not parked
    private boolean ownJobBefore; // owner: the worker's thread; also of the next field
    private int looksAfter;

    /**
     * {@code workers} are all workers, with this one at {@code index}; the array is filled later.
     */
    QueryWorker(
            int index,
            QueryWorker[] workers,
            int queueCapacity,
            Queue<Runnable> helpWanted,
            NanoClock clock) {
        this.index = index;
        this.workers = workers;
        this.helpWanted = helpWanted;
        this.clock = clock;
        this.jobs = new ManyToManyConcurrentArrayQueue<>(queueCapacity);
        this.polledNs = clock.nanoTime();
        this.looksAfter = index;
    }

    /** Adds a job; returns false if the queue is full. Any thread. */
    boolean offer(QueryJob job) {
        return jobs.offer(job);
    }

    boolean hasJobs() {
        return !jobs.isEmpty();
    }

    /** Executes one job, or helps with a large query. */
    @Override
    public int doWork() {
        polledNs = clock.nanoTime();
        QueryJob job = next();
        if (job != null) {
            run(job::run);
            return 1;
        }
        Runnable help = helpWanted.poll();
        if (help != null) {
            run(help);
            return 1;
        }
        return 0;
    }

    /** Jobs report their failures themselves; any other failure must not end the worker. */
    private static void run(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            LOG.error("a query worker goes on after a failure", e);
        }
    }

    private QueryJob next() {
        QueryJob obliged = ownJobBefore ? heldUp() : null;
        if (obliged != null) {
            ownJobBefore = false;
            return obliged;
        }
        QueryJob own = jobs.poll();
        ownJobBefore = own != null;
        return own != null ? own : anybodys();
    }

    /** The next job of the worker whose turn it is, if that worker is held up. */
    private QueryJob heldUp() {
        looksAfter = (looksAfter + 1) % workers.length;
        QueryWorker other = workers[looksAfter];
        return other != this && polledNs - other.polledNs > HELD_UP_NS ? other.jobs.poll() : null;
    }

    private QueryJob anybodys() {
        for (int i = 1; i < workers.length; i++) {
            QueryJob job = workers[(index + i) % workers.length].jobs.poll();
            if (job != null) {
                return job;
            }
        }
        return null;
    }

    /** Waits until it is {@link #wake woken}, or for {@link #PARK_NS}. Its own thread. */
    void park() {
        parked.set(Thread.currentThread());
        if (!workWaits()) {
            LockSupport.parkNanos(this, PARK_NS);
        }
        parked.set(null);
    }

    /** Returns true if it waits for work. Any thread. */
    boolean isParked() {
        return parked.get() != null;
    }

    private boolean workWaits() {
        for (QueryWorker worker : workers) {
            if (worker.hasJobs()) {
                return true;
            }
        }
        return !helpWanted.isEmpty();
    }

    /**
     * Wakes the worker; returns true if it was parked, and nobody has woken it before. Any thread,
     * after a full fence that follows the writes that the worker must see.
     */
    boolean wake() {
        Thread thread = parked.get() == null ? null : parked.getAndSet(null);
        LockSupport.unpark(thread);
        return thread != null;
    }

    void cancelAll(WukongsException reason) {
        for (QueryJob job = jobs.poll(); job != null; job = jobs.poll()) {
            job.cancel(reason);
        }
    }

    @Override
    public String roleName() {
        return "wukongs-query-" + index;
    }
}
