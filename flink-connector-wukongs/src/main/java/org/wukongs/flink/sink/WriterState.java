package org.wukongs.flink.sink;

import org.apache.flink.annotation.Internal;
import org.wukongs.stream.MessageId;

/**
 * State of a writer in a checkpoint.
 *
 * @param position the last message sent before the barrier: the store has all messages up to it;
 *     later ones are sent again
 * @param lateCount late tuples so far, of this writer and its predecessors
 */
@Internal
public record WriterState(MessageId position, long lateCount) {}
