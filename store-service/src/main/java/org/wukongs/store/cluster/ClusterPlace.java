package org.wukongs.store.cluster;

import java.util.function.Predicate;
import org.wukongs.store.dictionary.PredicateOrder;

/**
 * The place of a node in a cluster.
 *
 * @param members all nodes, as this one sees them
 * @param predicates where predicates get their numbers
 * @param order where changes get their turns
 * @param turns of changes that this node is told of
 * @param pause called again and again by a thread, not the node's, that waits for other nodes
 * @param hindrance called by the node's thread if it cannot go on before other nodes have done
 *     their part: lets them, or throws, so that the request is tried again later
 * @param homes of the streams of other nodes
 * @param fabric what may carry this node's reads of others
 * @param fed whether a stream of some node feeds a graph, by the graph's name
 */
public record ClusterPlace(
        Members members,
        PredicateOrder predicates,
        ChangeOrder order,
        ChangeTurns turns,
        Runnable pause,
        Runnable hindrance,
        StreamHomes homes,
        FabricOptions fabric,
        Predicate<String> fed) {}
