/**
 * What runs in the Flink process. In: {@link org.wukongs.benchmarks.e2e.job.JobSpec}, a line each.
 * Out: a line each. Owned by that process's main thread; one job at a time, parallelism 1.
 */
package org.wukongs.benchmarks.e2e.job;
