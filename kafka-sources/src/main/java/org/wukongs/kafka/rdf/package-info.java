/**
 * Conversion between Kafka records and tuples. In: records whose value is one or more triples as
 * text. Out: {@link org.wukongs.kafka.rdf.RdfRecord}s, which are {@link org.wukongs.stream.Tuple}s
 * with event time or {@link org.wukongs.kafka.rdf.BadRecord}s for the dead-letter topic; never an
 * exception for bad data. Owned by the thread of the Flink source reader. Limits: a record is
 * parsed as a whole, so Kafka's {@code max.message.bytes} bounds it.
 */
package org.wukongs.kafka.rdf;
