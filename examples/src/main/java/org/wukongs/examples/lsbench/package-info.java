/**
 * The LSBench job, from five Kafka topics through the store and the queries L1–L6 to a Kafka topic,
 * and a job that enriches likes from the store. In: topics. Out: window results and likes as
 * NDJSON, dead letters. Runs wherever Flink does. Limits: those of the connector.
 */
package org.wukongs.examples.lsbench;
