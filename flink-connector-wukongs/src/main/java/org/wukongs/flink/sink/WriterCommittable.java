package org.wukongs.flink.sink;

import org.apache.flink.annotation.Internal;
import org.wukongs.stream.MessageId;

/**
 * What the store is told of a writer when a checkpoint is complete.
 *
 * @param position all messages up to this one belong to the checkpoint
 */
@Internal
public record WriterCommittable(MessageId position) {}
