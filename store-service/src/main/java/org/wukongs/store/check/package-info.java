/**
 * Verification of a store's invariants. In: stored graphs, streams, which ids are given. Out: a
 * report of what does not hold. Runs in the thread that owns the store, which does nothing else
 * meanwhile. Limits: the first 20 violations; about 8 bytes of heap a block of memory.
 */
package org.wukongs.store.check;
