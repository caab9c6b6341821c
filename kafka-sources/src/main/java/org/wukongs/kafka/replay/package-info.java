/**
 * Replay of files into Kafka, each tuple exactly once. In: tuple files, tables of observations like
 * those of CityBench, LSBench archives or the generator ({@link
 * org.wukongs.kafka.replay.ReplaySource}). Out: a record for each tuple, in transactions that
 * record how far they got, so that a killed replay continues where its last transaction ended.
 * Owned by the thread that runs {@link org.wukongs.kafka.replay.Replay}. Limits: records in a
 * transaction, and the buffer of the Kafka producer; then sending waits.
 */
package org.wukongs.kafka.replay;
