/**
 * Rows into a stream of the store. In: a table with the option {@code stream} and rows of it. Out:
 * {@link org.wukongs.stream.Tuple}s for {@link org.wukongs.flink.sink.WukongsSink}. Planned in the
 * client, run by sink subtasks. Limits: those of the sink.
 */
package org.wukongs.table.sink;
