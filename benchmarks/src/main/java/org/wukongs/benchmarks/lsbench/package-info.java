/**
 * {@code wukongs bench lsbench}: the benchmark of the Wukong+S paper. In: options. Out: a JSON
 * result, a table, charts. One phase after the other, each with a store of its own, in the caller's
 * thread. Limits: {@link org.wukongs.benchmarks.lsbench.LsbenchSettings}.
 */
package org.wukongs.benchmarks.lsbench;
