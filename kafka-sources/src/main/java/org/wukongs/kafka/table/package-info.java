/**
 * The format {@code rdf} of Flink SQL. In: values of Kafka records, or of any connector that takes
 * formats. Out: rows of terms, one for each triple; and back, a record for each row. Owned by the
 * task that reads or writes. Limits: as {@link org.wukongs.kafka.rdf}; a format sees only the value
 * of a record, so headers, timestamp and offset are metadata columns of the connector.
 */
package org.wukongs.kafka.table;
