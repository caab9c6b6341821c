package org.wukongs.store.server;

import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.memory.GraphMemory;
import org.wukongs.store.transientstore.StreamRing;

/**
 * Limits of a store node.
 *
 * @param termCountMax terms in the dictionary
 * @param ringTupleCountMax tuples retained per stream
 * @param storeMemoryBytes off-heap memory of all stored graphs, strings not counted
 * @param limits per execution of a query
 */
public record StoreConfig(
        long termCountMax, long ringTupleCountMax, long storeMemoryBytes, ExecutionLimits limits) {

    public static final StoreConfig DEFAULT =
            new StoreConfig(
                    TermDictionary.TERM_COUNT_MAX_DEFAULT,
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

    /** With the default memory for stored graphs. */
    public StoreConfig(long termCountMax, long ringTupleCountMax, ExecutionLimits limits) {
        this(termCountMax, ringTupleCountMax, GraphMemory.BUDGET_BYTES_DEFAULT, limits);
    }
}
