/**
 * The do-it-yourself way to continuous queries: an RDF store whose windows are named graphs that
 * are kept up to date step by step, and queries that are run again at each step. In: data files,
 * C-SPARQL texts. Out: latencies and rows to compare. Owned by the caller's thread. Limit: the
 * heap.
 */
package org.wukongs.benchmarks.lsbench.peer;
