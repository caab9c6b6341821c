package org.wukongs.store.execution;

import java.util.ArrayDeque;
import org.wukongs.store.graph.ReaderEpochs;

/**
 * Pool of readers' slots of the stored graphs for the threads that execute queries; it has as many
 * slots as executions run at a time. Any thread.
 *
 * <p>Invariant: a new slot is made only if all others are taken. A lock-free queue would break it:
 * an element that a preempted thread has not finished adding hides all elements after it, and
 * during one such pause every slot would be used up.
 */
final class StoreReaders {

    private final ReaderEpochs epochs;
    private final ArrayDeque<ReaderEpochs.Reader> idle = new ArrayDeque<>(); // guarded by this

    StoreReaders(ReaderEpochs epochs) {
        this.epochs = epochs;
    }

    /**
     * Takes a slot for the caller alone, which {@link #giveBack gives it back}; RETRIABLE error if
     * there is none.
     */
    synchronized ReaderEpochs.Reader take() {
        ReaderEpochs.Reader reader = idle.poll();
        return reader != null ? reader : epochs.newReader();
    }

    synchronized void giveBack(ReaderEpochs.Reader reader) {
        idle.push(reader);
    }
}
