package org.wukongs.flink.sink;

import org.apache.flink.annotation.Internal;
import org.wukongs.stream.MessageId;

/**
 * A writer's position that the store is told when a checkpoint is complete.
 *
 * @param position all messages up to this one belong to the checkpoint
 */
@Internal
public record WriterCommittable(MessageId position) {}
