package org.wukongs.store.graph;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Threads that share an insert: each has the vertices of a range of vertex partitions
 * (docs/adr/0012).
 *
 * @param executor runs tasks in other threads, sooner or later or not at all
 * @param count threads that insert at a time, the writer's own included
 * @param rowCountMin inserts of fewer triples are the writer's alone
 */
public record InsertThreads(Executor executor, int count, int rowCountMin) {

    /** The writer alone. */
    public static final InsertThreads ONE = new InsertThreads(Runnable::run, 1);

    /**
     * 1 to 8 ms of work for one thread; four times it hands over and waits, about 30 µs each. A
     * stream's batch of 100 ms at 133,500 tuples a second is above it.
     */
    public static final int ROW_COUNT_MIN = 1 << 13;

    public InsertThreads(Executor executor, int count) {
        this(executor, count, ROW_COUNT_MIN);
    }

    public InsertThreads {
        if (count < 1) {
            throw new IllegalArgumentException("no thread inserts: count=" + count);
        }
    }

    boolean share(long rowCount) {
        return count > 1 && rowCount >= rowCountMin;
    }

    /**
     * Runs {@code part} with 0 to {@code count - 1}, each once, and returns when all have ended.
     * The caller takes parts too, so it waits for no more than those that others have begun.
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

        /** Waits for all parts, also when interrupted: they write where the caller will. */
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
