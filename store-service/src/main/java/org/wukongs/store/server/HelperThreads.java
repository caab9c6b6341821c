package org.wukongs.store.server;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.NanoClock;
import org.wukongs.store.execution.JobQueue;
import org.wukongs.store.explore.Workers;
import org.wukongs.store.graph.InsertThreads;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.store.node.StoreConfig;

/** Starts the threads that work for nodes. */
public final class HelperThreads {

    /** Idle threads end after this time, so that an embedded store leaves none. */
    private static final long IDLE_SECONDS = 30;

    private HelperThreads() {}

    /** The caller executes; helpers share large executions. */
    public static NodeThreads helpers(StoreConfig config) {
        int count = config.limits().workerCount();
        Workers workers =
                count <= 1
                        ? Workers.NONE
                        : new Workers(executor(count - 1, "wukongs-query"), count);
        return new NodeThreads(JobQueue.DIRECT, workers, inserters(config), () -> true);
    }

    /**
     * {@link StoreConfig#queryWorkerCount} threads execute continuous queries, and the caller
     * waits. The node ends them when it is closed.
     */
    public static NodeThreads workers(StoreConfig config, NanoClock clock) {
        QueryWorkers workers =
                new QueryWorkers(config.queryWorkerCount(), QueryWorker.QUEUE_CAPACITY, clock);
        // An error that stops a thread is reported by its job.
        WorkerThreads threads = WorkerThreads.start(workers, error -> {});
        return of(workers, workers, config, () -> threads.end(WorkerThreads.END_MS_MAX));
    }

    /**
     * The threads of query workers, which the caller starts and ends.
     *
     * @param jobs takes continuous queries for the workers
     */
    static NodeThreads of(
            QueryWorkers workers, JobQueue jobs, StoreConfig config, BooleanSupplier end) {
        return new NodeThreads(
                jobs, workers.helpers(config.limits().workerCount()), inserters(config), end);
    }

    private static InsertThreads inserters(StoreConfig config) {
        int count = config.injectorCount();
        return count == 1
                ? InsertThreads.ONE
                : new InsertThreads(
                        executor(count - 1, "wukongs-injector"),
                        count,
                        config.sharedInsertRowsMin());
    }

    private static Executor executor(int threadCount, String name) {
        ThreadPoolExecutor executor =
                new ThreadPoolExecutor(
                        threadCount,
                        threadCount,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        task -> {
                            Thread thread = new Thread(task, name);
                            thread.setDaemon(true);
                            return thread;
                        });
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }
}
