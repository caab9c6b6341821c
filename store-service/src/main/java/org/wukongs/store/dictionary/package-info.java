/**
 * The StringServer of this node, in memory. In: RDF terms as N-Triples strings. Out: vids and pids,
 * and terms back. Any thread. Limits: {@code terms max}, so that a runaway source is an error and
 * not a full heap.
 */
package org.wukongs.store.dictionary;
