package org.wukongs.store.node;

import java.nio.file.Path;
import org.wukongs.error.WukongsException;
import org.wukongs.store.changelog.Changelogs;
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
 * @param dictionary the place and the limit of terms
 * @param ringTupleCountMax tuples retained per stream
 * @param windowMemoryBytes heap for the tuples that windows need and for their indexes, all streams
 *     together
 * @param storeMemoryBytes off-heap memory for all stored graphs, without strings
 * @param limits of each execution of a query
 * @param queryWorkerCount threads of a server that execute queries, 1 or more
 * @param injectorCount threads that share large inserts into stored graphs, 1 or more
 * @param sharedInsertRowsMin triples from which on an insert is large
 * @param keptTupleCount how many of the newest tuples of a stream are kept for readers to come
 * @param readerTimeoutMs how long a reader may be gone before it may be dropped to make room
 * @param changelogMemoryBytes heap for the changes of graphs that readers have not released
 * @param termsKeptMs how long a term that nothing names is kept for those who may have its id,
 *     {@link #TERMS_KEPT_FOREVER} if none is reclaimed
 * @param loadDirectory has the files that LOAD of SPARQL Update may read; null if there are none
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
        long readerTimeoutMs,
        long changelogMemoryBytes,
        long termsKeptMs,
        Path loadDirectory) {

    /** One per processor, but at least two, because one may be busy with a long query. */
    public static final int QUERY_WORKER_COUNT_DEFAULT =
            Math.max(2, Runtime.getRuntime().availableProcessors());

    /** Half of the slots for readers of the stored graphs; one-shot queries take others. */
    public static final int QUERY_WORKER_COUNT_MAX = ReaderEpochs.READER_COUNT_MAX / 2;

    /** One, because query workers use the other processors. */
    public static final int INJECTOR_COUNT_DEFAULT = 1;

    /** With more threads, the steps of an insert that one thread does take most of the time. */
    public static final int INJECTOR_COUNT_MAX = 64;

    /**
     * The part of a ring that is kept: a new reader gets something, and the ring is nearly empty.
     */
    private static final int KEPT_PARTS = 64;

    /** Means that all terms are kept for ever. */
    public static final long TERMS_KEPT_FOREVER = Long.MAX_VALUE;

    private static final long TERMS_KEPT_MS_DEFAULT = 60_000;

    /** Means a number that follows from the size of the ring. */
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
        if (changelogMemoryBytes < Changelogs.MEMORY_MIN_BYTES) {
            throw WukongsException.user(
                    "--changelog-memory is too small: bytes="
                            + changelogMemoryBytes
                            + " bytesMin="
                            + Changelogs.MEMORY_MIN_BYTES);
        }
    }

    /** A builder with the defaults. */
    public static Builder builder() {
        return new Builder();
    }

    /** The default of how many tuples of a ring are kept for readers to come. */
    public static long keptTupleCountDefault(long ringTupleCountMax) {
        return ringTupleCountMax / KEPT_PARTS;
    }

    /** Builds a configuration; values that are not set have their defaults. */
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

        private long changelogMemoryBytes = Changelogs.memoryMaxBytesDefault();
        private long termsKeptMs = TERMS_KEPT_MS_DEFAULT;
        private Path loadDirectory;

        private Builder() {}

        public Builder loadDirectory(Path directory) {
            loadDirectory = directory;
            return this;
        }

        public Builder dictionary(DictionaryConfig newDictionary) {
            dictionary = newDictionary;
            return this;
        }

        /** A dictionary in memory with at most {@code count} terms. */
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

        /** How many tuples of a stream are kept for readers to come. */
        public Builder keptTupleCount(long count) {
            keptTupleCount = count;
            return this;
        }

        /** How long a reader that is gone may hold writers back. */
        public Builder readerTimeoutMs(long timeoutMs) {
            readerTimeoutMs = timeoutMs;
            return this;
        }

        public Builder changelogMemoryBytes(long bytes) {
            changelogMemoryBytes = bytes;
            return this;
        }

        /** How long a term that nothing names is kept for those who may have its id. */
        public Builder termsKeptMs(long keptMs) {
            termsKeptMs = keptMs;
            return this;
        }

        /** Builds the configuration; USER error if a value is out of bounds. */
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
                    readerTimeoutMs,
                    changelogMemoryBytes,
                    termsKeptMs,
                    loadDirectory);
        }
    }
}
