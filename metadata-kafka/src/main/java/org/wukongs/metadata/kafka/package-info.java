/**
 * The metadata log of a cluster as a topic of Kafka. In: records of a node, which an idempotent
 * producer appends. Out: the committed records of the topic's one partition, in order of their
 * offsets. One thread owns a log; Kafka's producer has one of its own. Limits: those of {@link
 * org.wukongs.store.metadata.MetadataLog}, and a deadline for whatever a broker has to answer
 * ({@link org.wukongs.metadata.kafka.KafkaLogAddress}).
 */
package org.wukongs.metadata.kafka;
