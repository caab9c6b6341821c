/**
 * {@code wukongs bench jmh}: single operations of the store, by JMH. In: graphs made here. Out:
 * times per operation. Each benchmark runs alone in JVMs that JMH starts. Only what the store
 * offers its callers is measured, so these stay comparable when its inside changes.
 */
package org.wukongs.benchmarks.jmh;
