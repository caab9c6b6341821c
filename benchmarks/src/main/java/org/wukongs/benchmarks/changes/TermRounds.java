package org.wukongs.benchmarks.changes;

import static org.agrona.concurrent.AgentRunner.RETRY_CLOSE_TIMEOUT_MS;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.node.TermSweeper;

/**
 * Reclaims the terms of an embedded node in a thread of its own, as a store server does, but by
 * event time: streams that are fed as fast as it goes have terms of several minutes in one of the
 * clock.
 */
final class TermRounds implements AutoCloseable {

    private static final int PAUSE_MS = 10;

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>(); // for the node's thread
    private final AtomicReference<Throwable> error = new AtomicReference<>();
    private final AgentRunner runner;
    private volatile long eventNs;

    private TermRounds(StoreNode node, long keptMs) {
        TermSweeper sweeper =
                new TermSweeper(
                        node.dictionary(),
                        () -> inNodeThread(node::version),
                        () -> inNodeThread(node::termRoots),
                        TermSweeper.TermLog.NONE,
                        keptMs,
                        () -> eventNs);
        runner =
                new AgentRunner(
                        new SleepingMillisIdleStrategy(PAUSE_MS), error::set, null, sweeper);
    }

    /** The thread that owns the node; it calls {@link #advanceTo} often, and closes. */
    static TermRounds start(StoreNode node, long keptMs) {
        TermRounds rounds = new TermRounds(node, keptMs);
        AgentRunner.startOnThread(rounds.runner);
        return rounds;
    }

    private <T> T inNodeThread(Supplier<T> question) {
        return CompletableFuture.supplyAsync(question, tasks::add).join();
    }

    /** Says how far event time is, and does what the rounds need of the node. */
    void advanceTo(long eventMs) {
        eventNs = TimeUnit.MILLISECONDS.toNanos(eventMs);
        runTasks();
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        if (error.get() != null) {
            throw new IllegalStateException("a round has failed", error.get());
        }
    }

    @Override
    public void close() {
        runner.close(RETRY_CLOSE_TIMEOUT_MS, thread -> runTasks());
    }
}
