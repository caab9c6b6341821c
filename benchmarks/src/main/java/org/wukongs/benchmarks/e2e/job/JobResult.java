package org.wukongs.benchmarks.e2e.job;

/**
 * What a bounded job took.
 *
 * @param cpuNs CPU time of the whole process, compiler and collector included
 */
public record JobResult(long cpuNs, long wallNs) {}
