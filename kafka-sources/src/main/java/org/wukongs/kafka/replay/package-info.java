/**
 * Files into Kafka, each tuple exactly once. In: tuple files, CityBench-shaped tables of
 * observations, LSBench archives or the generator ({@link org.wukongs.kafka.replay.ReplaySource}).
 * Out: one record a tuple, in transactions that say how far they got, so that a replay that was
 * killed goes on where its last transaction ended. Owned by the thread that runs {@link
 * org.wukongs.kafka.replay.Replay}. Limits: records a transaction, and what the Kafka producer
 * buffers; then sending waits.
 */
package org.wukongs.kafka.replay;
