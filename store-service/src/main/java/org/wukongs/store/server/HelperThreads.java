package org.wukongs.store.server;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.wukongs.store.explore.Workers;
import org.wukongs.store.memory.InsertThreads;

/**
 * The threads that help the agent with large one-shot queries and large inserts; made when the
 * first one comes.
 */
final class HelperThreads {

    /** Idle threads end after this, so that an embedded store leaves nothing behind. */
    private static final long IDLE_SECONDS = 30;

    private HelperThreads() {}

    /** Workers for one query at a time, {@code count} with the asking thread. */
    static Workers workers(int count) {
        return count <= 1 ? Workers.NONE : new Workers(executor(count - 1, "wukongs-query"), count);
    }

    /** Threads for the inserts of one writer, {@code count} with its own. */
    static InsertThreads injectors(int count, int rowCountMin) {
        return count == 1
                ? InsertThreads.ONE
                : new InsertThreads(executor(count - 1, "wukongs-injector"), count, rowCountMin);
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
