/**
 * Producer of LSBench streams in Kafka. In: {@link org.wukongs.kafka.lsbench.LsbenchGenerator}.
 * Out: five topics, a record for each tuple, with the event time as its timestamp. Owned by the
 * thread that runs {@link org.wukongs.kafka.producer.LsbenchProducer}; other threads may read its
 * statistics. Limits: the buffer of the Kafka producer (32 MiB); then sending waits, at most the
 * timeout.
 */
package org.wukongs.kafka.producer;
