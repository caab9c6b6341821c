package org.wukongs.flink.sink;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/**
 * Parameters of a writer's start.
 *
 * @param restored states of earlier writers assigned to this subtask, perhaps none
 */
record WriterStart(StreamDefinition stream, List<WriterState> restored, WriterInitContext context) {

    /** The writers of a job are one incarnation, so that its subtasks join one writer epoch. */
    WriterId id() {
        return new WriterId(
                stream.name(),
                context.getTaskInfo().getIndexOfThisSubtask(),
                context.getTaskInfo().getNumberOfParallelSubtasks(),
                context.getJobInfo().getJobId().toHexString(),
                context.getTaskInfo().getAttemptNumber());
    }

    WriterOrigin origin() {
        List<MessageId> positions = new ArrayList<>(restored.size());
        for (WriterState state : restored) {
            positions.add(state.position());
        }
        return WriterOrigin.restored(positions);
    }

    long lateCount() {
        long count = 0;
        for (WriterState state : restored) {
            count += state.lateCount();
        }
        return count;
    }
}
