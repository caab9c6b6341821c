/**
 * The neighbour lists that every store of this node is made of. In: triples as ids. Out: neighbour
 * lists by key. Owned by one thread, the store agent. Limits: 2^31 neighbours a list; the heap
 * until regions with a budget take its place.
 */
package org.wukongs.store.memory;
