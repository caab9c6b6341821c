package org.wukongs.store.load;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Work for the threads of a load, first in, first out, bounded. Work may bring more work; it is
 * over when the queue is closed and all that was in it is done.
 */
final class WorkQueue {

    /** A block to parse, a file to parse, or statements to encode. */
    interface Work {
        void run(LoadWorker worker);
    }

    private final int capacity;
    private final Deque<Work> waiting = new ArrayDeque<>();
    private int unfinished;
    private boolean closed;
    private int workerCount;

    WorkQueue(int capacity) {
        this.capacity = capacity;
    }

    /** Waits for room. */
    synchronized void put(Work work) throws InterruptedException {
        while (waiting.size() >= capacity) {
            wait();
        }
        add(work);
    }

    /** False where there is no room: who brings work while working must not wait for himself. */
    synchronized boolean offer(Work work) {
        if (waiting.size() >= capacity) {
            return false;
        }
        add(work);
        return true;
    }

    private void add(Work work) {
        waiting.add(work);
        unfinished++;
        notifyAll();
    }

    /** The next work, to be followed by {@link #done}; null when there will be no more. */
    synchronized Work take() throws InterruptedException {
        while (waiting.isEmpty()) {
            if (closed && unfinished == 0) {
                return null;
            }
            wait();
        }
        notifyAll();
        return waiting.poll();
    }

    synchronized void done() {
        unfinished--;
        notifyAll();
    }

    /** No more work but what the work brings that is here. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized void enter() {
        workerCount++;
    }

    synchronized void leave() {
        workerCount--;
        notifyAll();
    }

    /** Waits until all workers that entered have left. */
    synchronized void awaitWorkers() throws InterruptedException {
        while (workerCount > 0) {
            wait();
        }
    }
}
