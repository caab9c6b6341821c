package org.wukongs.store.graph;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * The threads that share an insert: each handles the vertices of a range of vertex partitions
 * (docs/adr/0012).
 *
 * @param executor runs tasks in other threads, at some time or never
 * @param count number of threads that insert together, including the writer's own
 * @param rowCountMin the writer alone inserts fewer triples than this
 */
public record InsertThreads(Executor executor, int count, int rowCountMin) {

    /** The writer alone. */
    public static final InsertThreads ONE = new InsertThreads(Runnable::run, 1);

    /**
     * 1 to 8 ms of work for one thread. An insert hands work over and waits four times, about 30 µs
     * each. A stream's batch of 100 ms at 133,500 tuples a second has more rows than this.
     */
    public static final int ROW_COUNT_MIN = 1 << 13;

    public InsertThreads(Executor executor, int count) {
        this(executor, count, ROW_COUNT_MIN);
    }

    public InsertThreads {
        if (count < 1) {
            throw new IllegalArgumentException("at least one thread must insert: count=" + count);
        }
    }

    boolean share(long rowCount) {
        return count > 1 && rowCount >= rowCountMin;
    }

    /**
     * Runs {@code part} with 0 to {@code count - 1}, each once, and returns when all have ended.
     * The caller runs parts too, so it waits only for parts that other threads have started.
     */
    void runAll(IntConsumer part) {
        AtomicInteger next = new AtomicInteger();
        CountDownLatch pending = new CountDownLatch(count);
        PartLoop loop = new PartLoop(part, next, pending);
        for (int i = 1; i < count; i++) {
            executor.execute(loop);
        }
        loop.run();
        loop.await();
    }

    private final class PartLoop implements Runnable {

        private final IntConsumer part;
        private final AtomicInteger next;
        private final CountDownLatch pending;
        private volatile Throwable failure;

        PartLoop(IntConsumer part, AtomicInteger next, CountDownLatch pending) {
            this.part = part;
            this.next = next;
            this.pending = pending;
        }

        @Override
        public void run() {
            for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                try {
                    part.accept(i);
                } catch (RuntimeException | Error e) {
                    failure = e;
                } finally {
                    pending.countDown();
                }
            }
        }

        /**
         * Waits for all parts, even if interrupted: they write to memory that the caller will write
         * to.
         */
        void await() {
            boolean interrupted = false;
            while (pending.getCount() > 0) {
                try {
                    pending.await();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure instanceof RuntimeException exception) {
                throw exception;
            }
        }
    }
}
