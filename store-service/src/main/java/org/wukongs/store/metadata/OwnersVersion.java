package org.wukongs.store.metadata;

import java.util.List;

/**
 * Who owns which vertex partition, and which nodes take part in changes, from a plan on.
 *
 * @param number of the version, one more than that of the one before
 * @param plan number of the first plan with these owners
 * @param owners numbers of nodes, by partition; nobody changes them
 * @param entered the nodes that take part besides those that have founded the cluster, in order
 */
public record OwnersVersion(long number, long plan, int[] owners, List<EnteredNode> entered) {

    public OwnersVersion {
        entered = List.copyOf(entered);
    }
}
