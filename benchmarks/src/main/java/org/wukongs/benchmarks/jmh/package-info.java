/**
 * {@code wukongs bench jmh}: single operations of dictionary, stored graph and stream index, by
 * JMH. In: terms, graphs and streams made here. Out: times per operation. Each benchmark runs alone
 * in JVMs that JMH starts.
 */
package org.wukongs.benchmarks.jmh;
