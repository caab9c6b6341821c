/**
 * The format {@code rdf} of Flink SQL. In: values of Kafka records, or of any connector that takes
 * formats. Out: rows of terms, one a triple; and back, one record a row. Owned by the task that
 * reads or writes. Limits: as {@link org.wukongs.kafka.rdf}; a format sees nothing of a record but
 * its value, so headers, timestamp and offset are the connector's metadata columns.
 */
package org.wukongs.kafka.table;
