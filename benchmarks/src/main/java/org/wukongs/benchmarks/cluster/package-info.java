/**
 * {@code wukongs bench cluster} and {@code bench fabric}: queries over a stored graph that lies on
 * several nodes, each in a process of its own on this machine, and single reads of another
 * process's graph. In: one LUBM graph, streams. Out: figures by number of nodes and fabric. Owner:
 * the command's thread, which is the only client.
 */
package org.wukongs.benchmarks.cluster;
