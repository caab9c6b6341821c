/**
 * The stored graphs: base data and everything timeless that streams brought. In: triples as ids,
 * absorbed snapshot by snapshot. Out: {@link org.wukongs.store.persistentstore.StoredSnapshot}, one
 * {@link org.wukongs.store.memory.TripleView} a graph. Written by the store agent alone, read by
 * any thread. A graph is a set.
 */
package org.wukongs.store.persistentstore;
