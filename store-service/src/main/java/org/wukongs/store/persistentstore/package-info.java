/**
 * The stored graphs: base data and everything timeless that streams brought. In: triples as ids,
 * absorbed snapshot by snapshot. Out: one {@link org.wukongs.store.memory.TripleView} a graph.
 * Owned by the store agent. A graph is a set.
 */
package org.wukongs.store.persistentstore;
