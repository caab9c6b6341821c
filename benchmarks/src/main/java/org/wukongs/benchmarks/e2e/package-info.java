/**
 * {@code wukongs bench e2e}: broker, Flink job and store on one machine, each in a process of its
 * own. In: LSBench files, as records of topics. Out: what came into the result topic and when, CPU
 * time, memory. The command's thread runs phases one after the other, and starts and asks the
 * processes; one thread feeds topics, another one reads results. In the Flink process ({@link
 * org.wukongs.benchmarks.e2e.JobMain}) the main thread runs one job at a time. Limits are the
 * options.
 */
package org.wukongs.benchmarks.e2e;
