/**
 * The sink, which writes Flink records into a stream of the store (Adaptor and Dispatcher). In:
 * elements and Flink watermarks. Out: encoded batches, closed as event time passes their end,
 * acknowledged at every checkpoint barrier. Additions and removals may go through {@code Changes},
 * which orders them by arrival. Owned by the sink subtask's thread. Limits: tuples buffered in open
 * batches, tuples in one message, messages in flight (the client's), keys of upserts that are
 * remembered.
 */
package org.wukongs.flink.sink;
