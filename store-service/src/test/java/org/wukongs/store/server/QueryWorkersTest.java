package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Waits.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.execution.QueryJob;
import org.wukongs.store.explore.Workers;

/** Workers with threads. */
@Timeout(60)
class QueryWorkersTest {

    private static final int PRODUCERS = 3;
    private static final int JOBS = 60_000; // of each

    private final AtomicIntegerArray runs = new AtomicIntegerArray(PRODUCERS * JOBS);
    private final AtomicInteger cancelled = new AtomicInteger();
    private final CountDownLatch done = new CountDownLatch(PRODUCERS * JOBS);

    private static QueryJob job(Runnable work, AtomicInteger cancelled) {
        return new QueryJob() {
            @Override
            public void run() {
                work.run();
            }

            @Override
            public void cancel(WukongsException reason) {
                assertThat(reason.category()).isEqualTo(Category.RETRIABLE);
                cancelled.incrementAndGet();
            }
        };
    }

    private static void fail(Throwable error) {
        throw new AssertionError(error);
    }

    /** Small queues, so that offers fail and queues are passed over. */
    @Test
    void eachJobRunsOnce() throws Exception {
        QueryWorkers workers = new QueryWorkers(4, 16, new SystemNanoClock());
        try (WorkerThreads threads = WorkerThreads.start(workers, QueryWorkersTest::fail)) {
            assertThat(threads).isNotNull();
            List<CompletableFuture<Void>> producers = new ArrayList<>();
            for (int producer = 0; producer < PRODUCERS; producer++) {
                int first = producer * JOBS;
                producers.add(CompletableFuture.runAsync(() -> produce(workers, first)));
            }
            producers.forEach(CompletableFuture::join);
            done.await();
        }
        for (int i = 0; i < runs.length(); i++) {
            assertThat(runs.get(i)).as("job %d", i).isOne();
        }
        assertThat(cancelled).hasValue(0);
    }

    @Test
    void aCallerTakesThePlaceOfAWorkerThatHasNothingToDo() throws Exception {
        QueryWorkers workers = new QueryWorkers(2, 16, new SystemNanoClock());
        assertThat(workers.enter()).as("nobody waits for work yet").isFalse();
        WorkerThreads threads = WorkerThreads.start(workers, QueryWorkersTest::fail);
        await(workers::enter);
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        workers.offer(job(() -> run(begun, ended), cancelled));
        begun.await();
        assertThat(workers.enter()).as("one is busy, the other's place is taken").isFalse();
        workers.leave();
        await(() -> entersAndLeaves(workers));
        ended.countDown();
        await(workers::enter);
        await(workers::enter);
        assertThat(workers.enter()).isFalse();
        assertThat(threads.end(1)).as("callers execute").isFalse();
        workers.leave();
        assertThat(workers.hasNoGuests()).isFalse();
        workers.leave();
        assertThat(workers.hasNoGuests()).isTrue();
        assertThat(workers.enter()).as("closed").isFalse();
        assertThat(threads.end(WorkerThreads.END_MS_MAX)).isTrue();
    }

    private static boolean entersAndLeaves(QueryWorkers workers) {
        boolean entered = workers.enter();
        if (entered) {
            workers.leave();
        }
        return entered;
    }

    private static void run(CountDownLatch begun, CountDownLatch ended) {
        begun.countDown();
        try {
            ended.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** So that two jobs for a busy worker wake two others. */
    @Test
    void aWorkerIsWokenOnce() throws Exception {
        QueryWorker worker = new QueryWorkers(1, 16, new SystemNanoClock()).worker(0);
        Thread thread = new Thread(worker::park);
        assertThat(worker.wake()).isFalse();
        thread.start();
        while (!worker.wake()) {
            Thread.onSpinWait();
        }
        assertThat(worker.wake()).isFalse();
        thread.join();
    }

    private void produce(QueryWorkers workers, int first) {
        for (int i = first; i < first + JOBS; i++) {
            int number = i;
            QueryJob job =
                    job(
                            () -> {
                                runs.incrementAndGet(number);
                                done.countDown();
                            },
                            cancelled);
            while (!workers.offer(job)) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void fullQueuesRefuse() {
        QueryWorkers workers = new QueryWorkers(2, 4, () -> 0);
        for (int i = 0; i < 8; i++) {
            assertThat(workers.offer(job(() -> {}, cancelled))).isTrue();
        }
        assertThat(workers.offer(job(() -> {}, cancelled))).isFalse();
        assertThat(workers.worker(1).doWork()).isOne();
        assertThat(workers.offer(job(() -> {}, cancelled))).as("the room of one").isTrue();
    }

    /** What runs is interrupted, what waits is cancelled, so is what comes later. */
    @Test
    void closingAnswersAll() throws Exception {
        QueryWorkers workers = new QueryWorkers(2, 64, new SystemNanoClock());
        CountDownLatch running = new CountDownLatch(2);
        AtomicInteger interrupted = new AtomicInteger();
        Runnable untilInterrupted =
                () -> {
                    running.countDown();
                    while (!Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                    }
                    interrupted.incrementAndGet();
                };
        WorkerThreads threads = WorkerThreads.start(workers, QueryWorkersTest::fail);
        workers.offer(job(untilInterrupted, cancelled));
        workers.offer(job(untilInterrupted, cancelled));
        running.await();
        for (int i = 0; i < 10; i++) {
            workers.offer(job(() -> {}, cancelled));
        }
        threads.close();
        assertThat(interrupted).hasValue(2);
        assertThat(cancelled).hasValue(10);
        assertThat(workers.offer(job(() -> {}, cancelled))).as("it is answered").isTrue();
        assertThat(cancelled).hasValue(11);
    }

    /** A helper leaves for the jobs that wait, and is called again. */
    @Test
    void helpersGiveWayToJobs() {
        QueryWorkers workers = new QueryWorkers(2, 4, () -> 0);
        Workers helpers = workers.helpers(8);
        assertThat(helpers.count()).isEqualTo(2);
        assertThat(workers.helpers(1)).isSameAs(Workers.NONE);
        List<String> order = new ArrayList<>();
        helpers.executor().execute(() -> order.add("help"));
        workers.offer(job(() -> order.add("job"), cancelled));
        assertThat(helpers.othersWait().getAsBoolean()).isTrue();
        workers.worker(1).doWork();
        assertThat(helpers.othersWait().getAsBoolean()).isFalse();
        workers.worker(1).doWork();
        assertThat(workers.worker(1).doWork()).isZero();
        assertThat(order).containsExactly("job", "help");
    }
}
