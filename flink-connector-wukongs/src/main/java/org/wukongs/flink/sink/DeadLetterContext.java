package org.wukongs.flink.sink;

import java.util.OptionalLong;
import org.apache.flink.api.common.JobInfo;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.common.serialization.SerializationSchema.InitializationContext;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.apache.flink.util.UserCodeClassLoader;

/** The subtask's context for the sink of dead letters, with metrics in a group of their own. */
final class DeadLetterContext implements WriterInitContext {

    private final WriterInitContext subtask;
    private final DeadLetterMetrics metrics;

    DeadLetterContext(WriterInitContext subtask) {
        this.subtask = subtask;
        this.metrics = new DeadLetterMetrics(subtask.metricGroup());
    }

    @Override
    public SinkWriterMetricGroup metricGroup() {
        return metrics;
    }

    @Override
    public UserCodeClassLoader getUserCodeClassLoader() {
        return subtask.getUserCodeClassLoader();
    }

    @Override
    public MailboxExecutor getMailboxExecutor() {
        return subtask.getMailboxExecutor();
    }

    @Override
    public ProcessingTimeService getProcessingTimeService() {
        return subtask.getProcessingTimeService();
    }

    @Override
    public InitializationContext asSerializationSchemaInitializationContext() {
        return subtask.asSerializationSchemaInitializationContext();
    }

    @Override
    public boolean isObjectReuseEnabled() {
        return subtask.isObjectReuseEnabled();
    }

    /** The subtask has the serializer of its input; letters are not input. */
    @Override
    public <IN> TypeSerializer<IN> createInputSerializer() {
        throw new UnsupportedOperationException("dead letters have no serializer");
    }

    @Override
    public OptionalLong getRestoredCheckpointId() {
        return subtask.getRestoredCheckpointId();
    }

    @Override
    public JobInfo getJobInfo() {
        return subtask.getJobInfo();
    }

    @Override
    public TaskInfo getTaskInfo() {
        return subtask.getTaskInfo();
    }
}
