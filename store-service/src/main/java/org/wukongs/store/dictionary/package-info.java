/**
 * The StringServer of this node, in memory outside of the heap or on disk. In: RDF terms as
 * N-Triples text. Out: vids and pids, terms back, and kinds and values of literals. Any thread; it
 * is closed when no thread is in a call. Limits: terms and bytes, so that a runaway source is an
 * error and not a full machine; 64 MiB a term.
 */
package org.wukongs.store.dictionary;
