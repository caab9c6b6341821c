package org.wukongs.flink.sink;

import org.apache.flink.annotation.Internal;
import org.wukongs.stream.MessageId;

/**
 * What a checkpoint has of a writer.
 *
 * @param position the last message sent before the barrier: the store has all up to it, and what
 *     was sent after it is sent again
 * @param lateCount late tuples so far, this writer's and its predecessors'
 */
@Internal
public record WriterState(MessageId position, long lateCount) {}
