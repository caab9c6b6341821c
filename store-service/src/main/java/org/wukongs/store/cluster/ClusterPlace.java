package org.wukongs.store.cluster;

import java.util.function.UnaryOperator;
import org.wukongs.store.dictionary.PredicateOrder;

/**
 * The place of a node in a cluster.
 *
 * @param members all nodes, as this one sees them
 * @param predicates where predicates get their numbers
 * @param nodeThread lets the node's thread do what other threads ask of the given target
 */
public record ClusterPlace(
        Members members, PredicateOrder predicates, UnaryOperator<HalvesTarget> nodeThread) {

    /** The place of a node without a thread of its own. */
    public ClusterPlace(Members members, PredicateOrder predicates) {
        this(members, predicates, own -> own);
    }
}
