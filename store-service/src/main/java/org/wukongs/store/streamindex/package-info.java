/**
 * Windows. In: the records of a stream's ring, as batches are closed. Out: views of any interval of
 * positions, which cost nothing to make. One index a stream serves all windows of all queries on
 * it; a stream that no query reads has none. Written by the store agent, read by any thread that
 * holds the interval. Limit: the memory of {@link
 * org.wukongs.store.transientstore.TransientMemory}.
 */
package org.wukongs.store.streamindex;
