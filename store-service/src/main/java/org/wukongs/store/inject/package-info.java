/**
 * Injection. In: encoded batches in any order within the open ones. Out: slices in the stream's
 * ring; once a batch is closed everywhere, its timeless triples in the stored graph. Owned by the
 * store agent. Limits: the ring's.
 */
package org.wukongs.store.inject;
