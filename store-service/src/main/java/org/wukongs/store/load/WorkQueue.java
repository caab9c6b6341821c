package org.wukongs.store.load;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A bounded FIFO queue of work for the threads of a load. Work may add more work; the load is over
 * when the queue is closed and all its work is done.
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

    /**
     * Adds work; returns false if there is no room. A worker that adds work must not wait for room
     * that it would have to make itself.
     */
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

    /**
     * Takes the next work, after which {@link #done} must be called; null if there will be no more.
     */
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

    /** Closes the queue: only queued and running work may still add work. */
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
