package org.wukongs.client;

import org.apache.flink.annotation.Experimental;

/**
 * A triple that a snapshot has added to a graph or removed from it; terms are in N-Triples.
 *
 * @param snapshot the Stable_SN from which on the graph has the triple or lacks it; of a triple
 *     that the graph had before the reader came, the one at which it was read
 */
@Experimental
public record TripleChange(
        long snapshot, boolean added, String subject, String predicate, String object) {}
