/**
 * The recent past of every stream. In: encoded batches. Out: slices, one a batch, until the
 * reclaimer drops them. Owned by the store agent. Limit: tuples retained per stream; a full ring
 * holds writers back and loses nothing.
 */
package org.wukongs.store.transientstore;
