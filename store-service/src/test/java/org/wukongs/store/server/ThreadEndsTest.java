package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.QueryJob;

@Timeout(60)
final class ThreadEndsTest {

    /** A job that looks at nothing, like a call of a library. */
    private static final class Pinned implements QueryJob {

        private final CountDownLatch begun = new CountDownLatch(1);
        private volatile boolean released;

        @Override
        public void run() {
            begun.countDown();
            while (!released) {
                LockSupport.parkNanos(1_000_000);
            }
        }

        @Override
        public void cancel(WukongsException reason) {
            begun.countDown();
        }
    }

    @Test
    void aPinnedWorkerIsLeftBehind() throws InterruptedException {
        QueryWorkers workers = new QueryWorkers(2, 4, new SystemNanoClock());
        WorkerThreads threads = WorkerThreads.start(workers, error -> {});
        Pinned pinned = new Pinned();
        assertThat(workers.offer(pinned)).isTrue();
        pinned.begun.await();
        assertThat(threads.end(200)).isFalse();
        pinned.released = true;
        assertThat(threads.end(WorkerThreads.END_MS_MAX)).isTrue();
    }

    /** A worker goes on after a job that throws what it must not. */
    @Test
    void anErrorCostsNoWorker() throws InterruptedException {
        QueryWorkers workers = new QueryWorkers(1, 4, new SystemNanoClock());
        try (WorkerThreads threads = WorkerThreads.start(workers, error -> {})) {
            assertThat(threads).isNotNull();
            workers.offer(
                    new QueryJob() {
                        @Override
                        public void run() {
                            throw new OutOfMemoryError("not a real one");
                        }

                        @Override
                        public void cancel(WukongsException reason) {
                            throw new AssertionError(reason);
                        }
                    });
            Pinned next = new Pinned();
            next.released = true;
            workers.offer(next);
            next.begun.await();
        }
    }
}
