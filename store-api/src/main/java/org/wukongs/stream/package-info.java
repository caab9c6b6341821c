/**
 * The writer's side of a stream. In: {@link org.wukongs.stream.Tuple}s and event-time progress.
 * Out: encoded batches for each owner node. Owned by the writer's thread (a Flink sink subtask, a
 * replay, an HTTP request). Limits: the buffer holds one open batch for each batch interval of
 * out-of-orderness. Bounds of values from outside: {@link org.wukongs.stream.InputLimits}.
 */
package org.wukongs.stream;
