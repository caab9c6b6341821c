package org.wukongs.store.server;

import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.transientstore.StreamRing;

/**
 * Limits of a store node.
 *
 * @param termCountMax terms in the dictionary
 * @param ringTupleCountMax tuples retained per stream
 * @param limits per execution of a query
 */
public record StoreConfig(long termCountMax, long ringTupleCountMax, ExecutionLimits limits) {

    public static final StoreConfig DEFAULT =
            new StoreConfig(
                    TermDictionary.TERM_COUNT_MAX_DEFAULT,
                    StreamRing.TUPLE_COUNT_MAX_DEFAULT,
                    ExecutionLimits.DEFAULT);
}
