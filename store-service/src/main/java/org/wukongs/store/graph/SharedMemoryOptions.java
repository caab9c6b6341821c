package org.wukongs.store.graph;

import java.nio.file.Path;

/**
 * Where a node of a cluster shares the memory of its graphs.
 *
 * @param directory in which each node has a folder of its own; in memory, as {@code /dev/shm} is
 * @param cluster name of the cluster
 * @param node number of the node
 */
public record SharedMemoryOptions(Path directory, String cluster, int node) {}
