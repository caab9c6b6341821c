/**
 * The table sinks, which write rows into a stream of the store, or changes of a graph through a
 * stream. In: a table with the option {@code stream} or {@code graph} and its rows. Out: {@link
 * org.wukongs.stream.Tuple}s for {@link org.wukongs.flink.sink.WukongsSink}. Planned in the client,
 * run by sink subtasks. Limits: those of the sink.
 */
package org.wukongs.table.sink;
