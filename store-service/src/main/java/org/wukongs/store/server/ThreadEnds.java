package org.wukongs.store.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.AgentRunner;

/** Waits for threads to end, but not forever, because a thread may be in a call that never ends. */
final class ThreadEnds {

    private static final int RETRY_MS = 1_000;

    private ThreadEnds() {}

    /** Stops agents; returns false if one still runs after {@code msMax}, and leaves it running. */
    static boolean closeAll(List<AgentRunner> runners, long msMax) {
        List<Thread> closers = new ArrayList<>();
        for (AgentRunner runner : runners) {
            // AgentRunner.close waits until its agent has ended, however long that takes.
            Thread closer =
                    new Thread(() -> runner.close(RETRY_MS, thread -> {}), "wukongs-closer");
            closer.setDaemon(true);
            closer.start();
            closers.add(closer);
        }
        return joinAll(closers, msMax);
    }

    /** Waits for threads; returns false if one is still alive after {@code msMax}. */
    static boolean joinAll(Iterable<Thread> threads, long msMax) {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(msMax);
        boolean ended = true;
        try {
            for (Thread thread : threads) {
                long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
                thread.join(Math.max(1, leftMs));
                ended &= !thread.isAlive();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        return ended;
    }
}
