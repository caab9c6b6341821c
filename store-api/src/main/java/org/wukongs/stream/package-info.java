/**
 * The way of a tuple on the writer's side. In: {@link org.wukongs.stream.Tuple}s and event-time
 * progress. Out: encoded batches for each owner node. Owned by the writer's thread (a Flink sink
 * subtask, a replay, an HTTP request). Limits: what is buffered is one open batch per interval of
 * out-of-orderness. Bounds of what comes from outside: {@link org.wukongs.stream.InputLimits}.
 */
package org.wukongs.stream;
