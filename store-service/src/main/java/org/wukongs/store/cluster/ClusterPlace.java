package org.wukongs.store.cluster;

import org.wukongs.store.dictionary.PredicateOrder;

/**
 * The place of a node in a cluster.
 *
 * @param members all nodes, as this one sees them
 * @param predicates where predicates get their numbers
 */
public record ClusterPlace(Members members, PredicateOrder predicates) {}
