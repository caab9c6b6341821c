package org.wukongs.store.server;

import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.DictionaryConfig;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.memory.GraphMemory;
import org.wukongs.store.transientstore.StreamRing;

/**
 * Limits of a store node.
 *
 * @param dictionary where terms are kept, and how many
 * @param ringTupleCountMax tuples retained per stream
 * @param storeMemoryBytes off-heap memory of all stored graphs, strings not counted
 * @param limits per execution of a query
 */
public record StoreConfig(
        DictionaryConfig dictionary,
        long ringTupleCountMax,
        long storeMemoryBytes,
        ExecutionLimits limits) {

    public static final StoreConfig DEFAULT =
            new StoreConfig(
                    DictionaryConfig.inMemory(TermDictionary.TERM_COUNT_MAX_DEFAULT),
                    StreamRing.TUPLE_COUNT_MAX_DEFAULT,
                    GraphMemory.BUDGET_BYTES_DEFAULT,
                    ExecutionLimits.DEFAULT);

    public StoreConfig {
        if (storeMemoryBytes < GraphMemory.BUDGET_BYTES_MIN) {
            throw WukongsException.user(
                    "--store-memory is too small: bytes="
                            + storeMemoryBytes
                            + " bytesMin="
                            + GraphMemory.BUDGET_BYTES_MIN);
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
}
