package org.wukongs.store.server;

import org.wukongs.store.dictionary.DictionaryConfig;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.query.ExecutionLimits;
import org.wukongs.store.transientstore.StreamRing;

/**
 * Limits of a store node.
 *
 * @param dictionary where terms are kept, and how many
 * @param ringTupleCountMax tuples retained per stream
 * @param limits per execution of a query
 */
public record StoreConfig(
        DictionaryConfig dictionary, long ringTupleCountMax, ExecutionLimits limits) {

    public static final StoreConfig DEFAULT =
            new StoreConfig(
                    TermDictionary.TERM_COUNT_MAX_DEFAULT,
                    StreamRing.TUPLE_COUNT_MAX_DEFAULT,
                    ExecutionLimits.DEFAULT);

    /** With a dictionary in memory of at most {@code termCountMax} terms. */
    public StoreConfig(long termCountMax, long ringTupleCountMax, ExecutionLimits limits) {
        this(DictionaryConfig.inMemory(termCountMax), ringTupleCountMax, limits);
    }
}
