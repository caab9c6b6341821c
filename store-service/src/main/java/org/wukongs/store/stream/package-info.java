/**
 * The recent tuples of every stream, and windows of them. In: encoded batches; those of open
 * batches come in any order. Out: tuple records in order of event time ({@link
 * org.wukongs.store.stream.StreamRing}), and views of any interval of them ({@link
 * org.wukongs.store.stream.WindowView}), which cost nothing to make. One index per stream serves
 * all windows of all its queries; a stream that no query reads has none. Written by the store
 * agent, read by any thread that holds an interval. Limits: tuples per stream, and bytes of all
 * streams and their indexes together ({@link org.wukongs.store.stream.TransientMemory}); a full
 * ring holds writers back and loses nothing.
 */
package org.wukongs.store.stream;
