/**
 * A Kafka broker in this process, or the folder on which {@code kafka.Kafka} runs one in another,
 * for the demo and for tests. In: a port. Out: bootstrap servers. Any thread starts and closes it.
 * Limits: one node in KRaft's combined mode on the loopback address, replication factor 1, data in
 * a folder that is removed at close. Needs {@code org.apache.kafka:kafka_2.13} on the class path,
 * which is only an optional dependency of this module.
 */
package org.wukongs.kafka.broker;
