package org.wukongs.store.query;

import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;
import org.wukongs.store.memory.ReaderEpochs;

/**
 * Readers' slots of the stored graphs, for whichever threads execute queries; as many as execute at
 * a time. Any thread.
 */
final class StoreReaders {

    private final ReaderEpochs epochs;
    private final ManyToManyConcurrentArrayQueue<ReaderEpochs.Reader> idle =
            new ManyToManyConcurrentArrayQueue<>(ReaderEpochs.READER_COUNT_MAX);

    StoreReaders(ReaderEpochs epochs) {
        this.epochs = epochs;
    }

    /**
     * One for the caller alone, to be {@link #giveBack given back}; RETRIABLE where there is none.
     */
    ReaderEpochs.Reader take() {
        ReaderEpochs.Reader reader = idle.poll();
        return reader != null ? reader : epochs.newReader();
    }

    void giveBack(ReaderEpochs.Reader reader) {
        idle.offer(reader);
    }
}
