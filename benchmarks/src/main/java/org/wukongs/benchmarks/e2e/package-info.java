/**
 * {@code wukongs bench e2e}: broker, Flink job and store on one machine, each in a process of its
 * own. In: LSBench files. Out: a report. The command's thread runs phases one after the other;
 * limits are the options.
 */
package org.wukongs.benchmarks.e2e;
