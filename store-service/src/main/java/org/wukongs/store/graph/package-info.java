/**
 * The stored graphs: base data and everything timeless that streams brought, off the heap, as sets.
 * In: triples as ids, absorbed snapshot by snapshot. Out: a {@link
 * org.wukongs.store.graph.StoredSnapshot} with one {@link org.wukongs.store.view.TripleView} a
 * graph; a report of what does not hold ({@link org.wukongs.store.graph.StoreChecker}). Written by
 * the store agent; other threads read at the snapshot that they hold, between enter and leave of a
 * {@link org.wukongs.store.graph.ReaderEpochs.Reader}. Limits: the budget of {@link
 * org.wukongs.store.graph.GraphMemory} for all stored graphs, an eighth of it for marks of
 * snapshots before readers of the oldest have to give up.
 */
package org.wukongs.store.graph;
