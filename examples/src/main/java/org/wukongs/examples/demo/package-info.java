/**
 * The command {@code wukongs demo}: a Kafka broker, a store process, a Flink mini cluster and a
 * terminal that shows their results. In: options. Out: results and latencies. The main thread owns
 * all parts and ends them in order.
 */
package org.wukongs.examples.demo;
