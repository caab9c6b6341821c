package org.wukongs.store.peer;

/**
 * Which node speaks.
 *
 * @param cluster name of its cluster
 * @param format of what the nodes of the cluster write and tell each other
 * @param node its number in the cluster
 */
public record PeerIdentity(String cluster, int format, int node) {}
