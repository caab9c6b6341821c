package org.wukongs.store.metadata;

import java.util.List;

/**
 * Who owns which vertex partition, and which nodes take part in changes, from a plan on.
 *
 * @param number of the version, one more than that of the one before
 * @param plan number of the first plan with these owners
 * @param owners numbers of nodes, by partition; nobody changes them
 * @param entered the nodes that have taken part besides those that have founded the cluster, in the
 *     order in which they have entered
 * @param left those of all nodes that take part no longer, in the order in which they have left
 */
public record OwnersVersion(
        long number, long plan, int[] owners, List<EnteredNode> entered, List<EnteredNode> left) {

    public OwnersVersion {
        entered = List.copyOf(entered);
        left = List.copyOf(left);
    }
}
