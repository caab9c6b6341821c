package org.wukongs.store.graph;

import java.nio.file.Path;

/**
 * What another process of the same host needs to read a node's memory.
 *
 * @param file that is mapped
 * @param generation random number of the memory, which tells it from that of an earlier process
 * @param place of the node that reads, among all nodes
 * @param ticket of the node that reads: what it reads counts as long as the memory has this number
 *     for it
 */
public record SharedMemoryOffer(Path file, long generation, int place, long ticket) {}
