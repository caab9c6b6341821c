/**
 * The recent past of every stream, and windows of it. In: encoded batches, in any order within the
 * open ones. Out: tuple records in order of event time ({@link
 * org.wukongs.store.stream.StreamRing}), and views of any interval of them ({@link
 * org.wukongs.store.stream.WindowView}), which cost nothing to make. One index a stream serves all
 * windows of all queries on it; a stream that no query reads has none. Written by the store agent,
 * read by any thread that holds an interval. Limits: tuples a stream, and bytes of all streams and
 * their indexes together ({@link org.wukongs.store.stream.TransientMemory}); a full ring holds
 * writers back and loses nothing.
 */
package org.wukongs.store.stream;
