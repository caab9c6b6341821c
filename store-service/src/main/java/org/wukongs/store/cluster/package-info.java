/**
 * One stored graph over several nodes. In: a step of an exploration, or a batch of terms, as a
 * whole column. Out: the same rows and ids as from one node; the part of the column that other
 * nodes own is read there, with one request a step and node. A request and its answer are bytes
 * that are checked when they are decoded, whatever carries them. Changes are staged here at all
 * nodes, and wait for their turn. Any thread may read; a node's own thread writes. Limits: {@link
 * org.wukongs.store.cluster.RequestLimits}.
 */
package org.wukongs.store.cluster;
