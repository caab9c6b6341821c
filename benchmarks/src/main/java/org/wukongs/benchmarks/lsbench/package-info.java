/**
 * {@code wukongs bench lsbench}: the benchmark of the Wukong+S paper. In: options. Out: a JSON
 * result, a table, charts. One phase after the other, each with a store of its own, in the caller's
 * thread. Beside it the do-it-yourself way to continuous queries: an RDF store whose windows are
 * named graphs that are kept up to date step by step, and queries that are run again at each step.
 * Limits: {@link org.wukongs.benchmarks.lsbench.LsbenchCommand}.
 */
package org.wukongs.benchmarks.lsbench;
