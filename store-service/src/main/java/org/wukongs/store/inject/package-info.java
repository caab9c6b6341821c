/**
 * Injection. In: encoded batches in any order within the open ones. Out: once a batch is closed
 * everywhere, its tuples in the stream's windows and its timeless triples in the stored graph.
 * Owned by the store agent. Limits: the ring's.
 */
package org.wukongs.store.inject;
