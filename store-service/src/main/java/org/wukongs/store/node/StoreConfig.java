package org.wukongs.store.node;

import org.wukongs.error.WukongsException;
import org.wukongs.store.continuous.ContinuousReaders;
import org.wukongs.store.dictionary.DictionaryConfig;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.graph.InsertThreads;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.stream.StreamRing;
import org.wukongs.store.stream.TransientMemory;

/**
 * Limits of a store node.
 *
 * @param dictionary where terms are kept, and how many
 * @param ringTupleCountMax tuples retained per stream
 * @param windowMemoryBytes heap of the tuples that windows need and of their indexes, all streams
 *     together
 * @param storeMemoryBytes off-heap memory of all stored graphs, strings not counted
 * @param limits per execution of a query
 * @param queryWorkerCount threads of a server that execute queries, 1 or more
 * @param injectorCount threads that share large inserts into stored graphs, 1 or more
 * @param sharedInsertRowsMin triples of an insert that is large
 * @param keptTupleCount the newest tuples of a stream, which stay for readers to come
 * @param readerTimeoutMs how long a reader of a query may be gone before it is dropped for room
 */
public record StoreConfig(
        DictionaryConfig dictionary,
        long ringTupleCountMax,
        long windowMemoryBytes,
        long storeMemoryBytes,
        ExecutionLimits limits,
        int queryWorkerCount,
        int injectorCount,
        int sharedInsertRowsMin,
        long keptTupleCount,
        long readerTimeoutMs) {

    /** One per processor, and two where there is one only: one of them may have a long query. */
    public static final int QUERY_WORKER_COUNT_DEFAULT =
            Math.max(2, Runtime.getRuntime().availableProcessors());

    /** Half of the slots for readers of the stored graphs; one-shot queries take others. */
    public static final int QUERY_WORKER_COUNT_MAX = ReaderEpochs.READER_COUNT_MAX / 2;

    /** One: query workers take the processors otherwise. */
    public static final int INJECTOR_COUNT_DEFAULT = 1;

    /** Beyond it the steps of an insert that one thread makes decide. */
    public static final int INJECTOR_COUNT_MAX = 64;

    /** A new reader gets something, and a ring is as good as empty. */
    private static final int KEPT_PARTS = 64;

    /** By the size of the ring. */
    private static final long KEPT_DEFAULT = Long.MIN_VALUE;

    public static final StoreConfig DEFAULT = builder().build();

    public StoreConfig {
        if (storeMemoryBytes < GraphMemory.BUDGET_BYTES_MIN) {
            throw WukongsException.user(
                    "--store-memory is too small: bytes="
                            + storeMemoryBytes
                            + " bytesMin="
                            + GraphMemory.BUDGET_BYTES_MIN);
        }
        if (queryWorkerCount < 1 || queryWorkerCount > QUERY_WORKER_COUNT_MAX) {
            throw WukongsException.user(
                    "--workers is out of bounds: workers="
                            + queryWorkerCount
                            + " workersMax="
                            + QUERY_WORKER_COUNT_MAX);
        }
        if (injectorCount < 1 || injectorCount > INJECTOR_COUNT_MAX) {
            throw WukongsException.user(
                    "--injectors is out of bounds: injectors="
                            + injectorCount
                            + " injectorsMax="
                            + INJECTOR_COUNT_MAX);
        }
    }

    /** Begins with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** How many tuples of a ring stay for readers to come if nothing is said. */
    public static long keptTupleCountDefault(long ringTupleCountMax) {
        return ringTupleCountMax / KEPT_PARTS;
    }

    /** Makes a configuration; what is not set has its default. */
    public static final class Builder {

        private DictionaryConfig dictionary =
                DictionaryConfig.inMemory(TermDictionary.TERM_COUNT_MAX_DEFAULT);
        private long ringTupleCountMax = StreamRing.TUPLE_COUNT_MAX_DEFAULT;
        private long windowMemoryBytes = TransientMemory.budgetBytesDefault();
        private long storeMemoryBytes = GraphMemory.BUDGET_BYTES_DEFAULT;
        private ExecutionLimits limits = ExecutionLimits.DEFAULT;
        private int queryWorkerCount = QUERY_WORKER_COUNT_DEFAULT;
        private int injectorCount = INJECTOR_COUNT_DEFAULT;
        private int sharedInsertRowsMin = InsertThreads.ROW_COUNT_MIN;

        private long keptTupleCount = KEPT_DEFAULT;
        private long readerTimeoutMs = ContinuousReaders.TIMEOUT_MS_DEFAULT;

        private Builder() {}

        public Builder dictionary(DictionaryConfig newDictionary) {
            dictionary = newDictionary;
            return this;
        }

        /** A dictionary in memory, of at most so many terms. */
        public Builder termCountMax(long count) {
            return dictionary(DictionaryConfig.inMemory(count));
        }

        public Builder ringTupleCountMax(long count) {
            ringTupleCountMax = count;
            return this;
        }

        public Builder windowMemoryBytes(long bytes) {
            windowMemoryBytes = bytes;
            return this;
        }

        public Builder storeMemoryBytes(long bytes) {
            storeMemoryBytes = bytes;
            return this;
        }

        public Builder limits(ExecutionLimits newLimits) {
            limits = newLimits;
            return this;
        }

        public Builder queryWorkerCount(int count) {
            queryWorkerCount = count;
            return this;
        }

        public Builder injectorCount(int count) {
            injectorCount = count;
            return this;
        }

        public Builder sharedInsertRowsMin(int count) {
            sharedInsertRowsMin = count;
            return this;
        }

        /** Tuples of a stream that stay for readers to come. */
        public Builder keptTupleCount(long count) {
            keptTupleCount = count;
            return this;
        }

        /** How long a reader that is gone holds writers back. */
        public Builder readerTimeoutMs(long timeoutMs) {
            readerTimeoutMs = timeoutMs;
            return this;
        }

        /** USER error for a value out of bounds. */
        public StoreConfig build() {
            return new StoreConfig(
                    dictionary,
                    ringTupleCountMax,
                    windowMemoryBytes,
                    storeMemoryBytes,
                    limits,
                    queryWorkerCount,
                    injectorCount,
                    sharedInsertRowsMin,
                    keptTupleCount == KEPT_DEFAULT
                            ? keptTupleCountDefault(ringTupleCountMax)
                            : keptTupleCount,
                    readerTimeoutMs);
        }
    }
}
