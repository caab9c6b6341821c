/**
 * What several benchmarks measure with: a run from options to result, child processes and rounds of
 * them, an embedded store, times of executions, medians, memory. In: samples and options. Out:
 * figures. A value belongs to the thread that makes it; only the command's thread starts processes.
 */
package org.wukongs.benchmarks.measure;
