/**
 * Identifiers. In: RDF terms as N-Triples strings. Out: vids, pids and the keys of neighbour lists.
 * Pure functions and one interface; any thread. Limits: 2^36 vertices for each partition, 1,024
 * partitions, 2^17 predicates.
 */
package org.wukongs.id;
