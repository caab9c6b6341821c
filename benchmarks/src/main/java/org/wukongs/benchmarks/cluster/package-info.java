/**
 * {@code wukongs bench cluster}: one-shot queries over a stored graph that lies on several nodes,
 * each in a process of its own on this machine. In: one LUBM graph. Out: figures by number of
 * nodes. Owner: the command's thread, which is the only client.
 */
package org.wukongs.benchmarks.cluster;
