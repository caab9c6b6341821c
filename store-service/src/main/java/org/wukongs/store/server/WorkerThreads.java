package org.wukongs.store.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.IdleStrategy;

/** The threads of the query workers, one each. */
final class WorkerThreads implements AutoCloseable {

    /** Time to wait for queries, which end within some thousand rows after they are interrupted. */
    static final int END_MS_MAX = 5_000;

    private static final long GUESTS_PARK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final QueryWorkers workers;
    private final List<AgentRunner> runners = new ArrayList<>();

    private WorkerThreads(QueryWorkers workers) {
        this.workers = workers;
    }

    /** Starts the threads; {@code onError} gets an error that stops the node. */
    static WorkerThreads start(QueryWorkers workers, ErrorHandler onError) {
        WorkerThreads threads = new WorkerThreads(workers);
        for (int i = 0; i < workers.count(); i++) {
            QueryWorker worker = workers.worker(i);
            AgentRunner runner = new AgentRunner(new Parking(worker), onError, null, worker);
            threads.runners.add(runner);
            AgentRunner.startOnThread(runner, task -> daemon(task, worker.roleName()));
        }
        return threads;
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Cancels waiting jobs and interrupts running ones; both fail with RETRIABLE errors, as do
     * executions of callers in places of workers. Returns true if none of them reads the stores any
     * longer; false if a query has not ended within {@code msMax} and still reads them.
     */
    boolean end(long msMax) {
        workers.close();
        forEachThread(Thread::interrupt);
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(msMax);
        boolean ended = ThreadEnds.closeAll(runners, msMax);
        while (!workers.hasNoGuests() && System.nanoTime() - deadlineNs < 0) {
            LockSupport.parkNanos(GUESTS_PARK_NS);
        }
        return ended && workers.hasNoGuests();
    }

    @Override
    public void close() {
        end(END_MS_MAX);
    }

    private void forEachThread(Consumer<Thread> action) {
        for (AgentRunner runner : runners) {
            Thread thread = runner.thread();
            if (thread != null && thread != AgentRunner.TOMBSTONE) {
                action.accept(thread);
            }
        }
    }

    /** Spins briefly, because the next job often comes soon, then waits to be woken. */
    private static final class Parking implements IdleStrategy {

        /** Some microseconds. */
        private static final int SPINS = 100;

        private final QueryWorker worker;
        private int spins;

        Parking(QueryWorker worker) {
            this.worker = worker;
        }

        @Override
        public void idle(int workCount) {
            if (workCount > 0) {
                reset();
            } else {
                idle();
            }
        }

        @Override
        public void idle() {
            if (spins < SPINS) {
                spins++;
                Thread.onSpinWait();
            } else {
                worker.park();
            }
        }

        @Override
        public void reset() {
            spins = 0;
        }
    }
}
