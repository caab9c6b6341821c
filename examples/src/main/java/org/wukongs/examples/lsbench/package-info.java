/**
 * The LSBench job: five Kafka topics → store → L1–L6 → a Kafka topic. In: topics. Out: window
 * results as NDJSON, dead letters. Runs wherever Flink does. Limits: those of the connector.
 */
package org.wukongs.examples.lsbench;
