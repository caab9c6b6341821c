package org.wukongs.store.server;

import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.DictionaryConfig;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.memory.GraphMemory;
import org.wukongs.store.memory.InsertThreads;
import org.wukongs.store.memory.ReaderEpochs;
import org.wukongs.store.query.ContinuousReaders;
import org.wukongs.store.transientstore.StreamRing;
import org.wukongs.store.transientstore.TransientMemory;

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

    public static final StoreConfig DEFAULT =
            new StoreConfig(
                    DictionaryConfig.inMemory(TermDictionary.TERM_COUNT_MAX_DEFAULT),
                    StreamRing.TUPLE_COUNT_MAX_DEFAULT,
                    TransientMemory.budgetBytesDefault(),
                    GraphMemory.BUDGET_BYTES_DEFAULT,
                    ExecutionLimits.DEFAULT,
                    QUERY_WORKER_COUNT_DEFAULT,
                    INJECTOR_COUNT_DEFAULT);

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

    /**
     * With a dictionary in memory of at most {@code termCountMax} terms, and the default memory for
     * stored graphs.
     */
    public StoreConfig(long termCountMax, long ringTupleCountMax, ExecutionLimits limits) {
        this(
                DictionaryConfig.inMemory(termCountMax),
                ringTupleCountMax,
                GraphMemory.BUDGET_BYTES_DEFAULT,
                limits);
    }

    /** Inserts are large where it is worth it to share them. */
    public StoreConfig(
            DictionaryConfig dictionary,
            long ringTupleCountMax,
            long windowMemoryBytes,
            long storeMemoryBytes,
            ExecutionLimits limits,
            int queryWorkerCount,
            int injectorCount) {
        this(
                dictionary,
                ringTupleCountMax,
                windowMemoryBytes,
                storeMemoryBytes,
                limits,
                queryWorkerCount,
                injectorCount,
                InsertThreads.ROW_COUNT_MIN,
                keptTupleCount(ringTupleCountMax),
                ContinuousReaders.TIMEOUT_MS_DEFAULT);
    }

    /** With the default memory for windows and number of query workers. */
    public StoreConfig(
            DictionaryConfig dictionary,
            long ringTupleCountMax,
            long storeMemoryBytes,
            ExecutionLimits limits) {
        this(
                dictionary,
                ringTupleCountMax,
                TransientMemory.budgetBytesDefault(),
                storeMemoryBytes,
                limits,
                QUERY_WORKER_COUNT_DEFAULT,
                INJECTOR_COUNT_DEFAULT);
    }

    /** The same with so many query workers. */
    public StoreConfig withQueryWorkers(int count) {
        return new StoreConfig(
                dictionary,
                ringTupleCountMax,
                windowMemoryBytes,
                storeMemoryBytes,
                limits,
                count,
                injectorCount,
                sharedInsertRowsMin,
                keptTupleCount,
                readerTimeoutMs);
    }

    /** The same with so many tuples of a stream for readers to come. */
    public StoreConfig withKeptTuples(long count) {
        return new StoreConfig(
                dictionary,
                ringTupleCountMax,
                windowMemoryBytes,
                storeMemoryBytes,
                limits,
                queryWorkerCount,
                injectorCount,
                sharedInsertRowsMin,
                count,
                readerTimeoutMs);
    }

    /** What stays of a ring where nothing is said. */
    public static long keptTupleCount(long ringTupleCountMax) {
        return ringTupleCountMax / KEPT_PARTS;
    }

    /** The same with so long a time for readers that are gone. */
    public StoreConfig withReaderTimeoutMs(long timeoutMs) {
        return new StoreConfig(
                dictionary,
                ringTupleCountMax,
                windowMemoryBytes,
                storeMemoryBytes,
                limits,
                queryWorkerCount,
                injectorCount,
                sharedInsertRowsMin,
                keptTupleCount,
                timeoutMs);
    }

    /** The same with so many injectors. */
    public StoreConfig withInjectors(int count) {
        return withInjectors(count, sharedInsertRowsMin);
    }

    /** As above, which share inserts of so many triples and more. */
    public StoreConfig withInjectors(int count, int rowsMin) {
        return new StoreConfig(
                dictionary,
                ringTupleCountMax,
                windowMemoryBytes,
                storeMemoryBytes,
                limits,
                queryWorkerCount,
                count,
                rowsMin,
                keptTupleCount,
                readerTimeoutMs);
    }
}
