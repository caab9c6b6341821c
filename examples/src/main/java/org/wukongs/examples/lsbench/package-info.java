/**
 * The LSBench job: five Kafka topics → store → L1–L6 → a Kafka topic; and likes enriched by what
 * the store has. In: topics. Out: window results and likes as NDJSON, dead letters. Runs wherever
 * Flink does. Limits: those of the connector.
 */
package org.wukongs.examples.lsbench;
