/**
 * The parts that all executions of queries share. In: windows and stored graphs at one snapshot.
 * Out: an {@link org.wukongs.store.execution.ExecutionContext} with the graphs of the query's
 * dataset, and the resources of a node that executions share. A context belongs to one thread.
 * Limits: {@link org.wukongs.store.explore.ExecutionLimits} for each, the memory for results for
 * all.
 */
package org.wukongs.store.execution;
