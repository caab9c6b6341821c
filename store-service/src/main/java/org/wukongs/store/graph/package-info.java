/**
 * The stored graphs: loaded data and the timeless triples of streams, as sets in off-heap memory.
 * In: triples as ids, absorbed snapshot by snapshot. Out: a {@link
 * org.wukongs.store.graph.StoredSnapshot} with one {@link org.wukongs.store.view.TripleView} per
 * graph; a report of violated invariants ({@link org.wukongs.store.graph.StoreChecker}). The store
 * agent writes; other threads read at the snapshot that they hold, between enter and leave of a
 * {@link org.wukongs.store.graph.ReaderEpochs.Reader}. Limits: the budget of {@link
 * org.wukongs.store.graph.GraphMemory} for all stored graphs; if marks of snapshots take more than
 * an eighth of it, readers of the oldest snapshots have to give up.
 */
package org.wukongs.store.graph;
