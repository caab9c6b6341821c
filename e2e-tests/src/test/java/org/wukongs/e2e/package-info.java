/**
 * The whole system, from Kafka to Kafka: a real broker, store nodes in processes of their own,
 * Flink jobs, the demo as users start it.
 */
package org.wukongs.e2e;
