/**
 * Triples as neighbour lists: stored graphs off the heap, windows on it. In: triples as ids. Out:
 * {@link org.wukongs.store.memory.TripleView}. Owned by one writer, the store agent; other threads
 * read stored graphs at the snapshot that they hold, between enter and leave of a {@link
 * org.wukongs.store.memory.ReaderEpochs.Reader}. Limits: the budget of {@link
 * org.wukongs.store.memory.GraphMemory} for all stored graphs, an eighth of it for marks of
 * snapshots before readers of the oldest have to give up; 2^30 neighbours a list; the heap for
 * windows.
 */
package org.wukongs.store.memory;
