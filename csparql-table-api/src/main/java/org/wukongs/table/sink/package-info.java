/**
 * The table sink, which writes rows into a stream of the store. In: a table with the option {@code
 * stream} and its rows. Out: {@link org.wukongs.stream.Tuple}s for {@link
 * org.wukongs.flink.sink.WukongsSink}. Planned in the client, run by sink subtasks. Limits: those
 * of the sink.
 */
package org.wukongs.table.sink;
