/**
 * LSBench into Kafka. In: {@link org.wukongs.kafka.lsbench.LsbenchGenerator}. Out: five topics, one
 * tuple a record, the event time as the record's timestamp. Owned by the thread that runs {@link
 * org.wukongs.kafka.producer.LsbenchProducer}; only its statistics are for others. Limits: what the
 * Kafka producer buffers (32 MiB), then sending waits, at most the timeout.
 */
package org.wukongs.kafka.producer;
