/**
 * An embedded store under the streams of LSBench. In: data files, queries, a pace. Out: what each
 * stage of a tuple's way costs, how long executions take, how many there are. One thread feeds; the
 * {@link org.wukongs.benchmarks.lsbench.drive.ContinuousLoad} says where executions run. Limits:
 * the store's.
 */
package org.wukongs.benchmarks.lsbench.drive;
