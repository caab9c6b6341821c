package org.wukongs.store.execution;

import java.util.ArrayDeque;
import org.wukongs.store.graph.ReaderEpochs;

/**
 * Readers' slots of the stored graphs, for whichever threads execute queries; as many as execute at
 * a time. Any thread.
 *
 * <p>Invariant: there is a new slot only where all others are taken. A queue without locks does not
 * hold it: behind an element that a preempted thread has not finished adding, all others are out of
 * sight, and in the time of one pause every slot that there is would be used up.
 */
final class StoreReaders {

    private final ReaderEpochs epochs;
    private final ArrayDeque<ReaderEpochs.Reader> idle = new ArrayDeque<>(); // guarded by this

    StoreReaders(ReaderEpochs epochs) {
        this.epochs = epochs;
    }

    /**
     * One for the caller alone, to be {@link #giveBack given back}; RETRIABLE where there is none.
     */
    synchronized ReaderEpochs.Reader take() {
        ReaderEpochs.Reader reader = idle.poll();
        return reader != null ? reader : epochs.newReader();
    }

    synchronized void giveBack(ReaderEpochs.Reader reader) {
        idle.push(reader);
    }
}
