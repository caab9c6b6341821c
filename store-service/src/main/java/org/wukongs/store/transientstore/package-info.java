/**
 * The recent past of every stream. In: encoded batches, open ones staged by reference. Out: tuple
 * records in order of event time, named by positions, until the reclaimer drops them. Written by
 * the store agent, read by any thread that holds a window. Limits: tuples a stream, and bytes of
 * all streams and their indexes together; a full ring holds writers back and loses nothing.
 */
package org.wukongs.store.transientstore;
