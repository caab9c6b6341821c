/**
 * The dictionary of a node (the paper's string server), off the heap or on disk. In: RDF terms as
 * N-Triples text. Out: vids and pids, terms back, and kinds and values of literals. Any thread may
 * call it; it is closed when no call is running. Limits: terms and bytes, so that a runaway source
 * causes an error and not a full machine; 64 MiB per term.
 */
package org.wukongs.store.dictionary;
