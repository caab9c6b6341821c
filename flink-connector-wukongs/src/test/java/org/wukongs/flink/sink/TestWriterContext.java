package org.wukongs.flink.sink;

import java.util.OptionalLong;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobInfo;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.TaskInfoImpl;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.util.UserCodeClassLoader;
import org.wukongs.flink.testing.RecordingMetrics;

/** What a sink writer asks of Flink, with a clock that ticks 1 ms at each reading. */
final class TestWriterContext implements WriterInitContext {

    static final JobID JOB = new JobID(1, 2);

    private final RecordingMetrics metrics = new RecordingMetrics();
    private final TaskInfo task;
    private long nowMs;
    private ProcessingTimeService.ProcessingTimeCallback timer;

    TestWriterContext(int subtask, int parallelism, int attempt) {
        task = new TaskInfoImpl("sink", 128, subtask, parallelism, attempt);
    }

    /** Runs the timer that was registered last. */
    void fireTimer() throws Exception {
        timer.onProcessingTime(nowMs);
    }

    void passTo(long timeMs) {
        nowMs = timeMs;
    }

    boolean hasTimer() {
        return timer != null;
    }

    @Override
    public RecordingMetrics metricGroup() {
        return metrics;
    }

    @Override
    public TaskInfo getTaskInfo() {
        return task;
    }

    @Override
    public JobInfo getJobInfo() {
        return new JobInfo() {
            @Override
            public JobID getJobId() {
                return JOB;
            }

            @Override
            public String getJobName() {
                return "test";
            }
        };
    }

    @Override
    public ProcessingTimeService getProcessingTimeService() {
        return new ProcessingTimeService() {
            @Override
            public long getCurrentProcessingTime() {
                return nowMs++;
            }

            @Override
            public ScheduledFuture<?> registerTimer(long timestamp, ProcessingTimeCallback target) {
                timer = target;
                return new CompletedTimer();
            }
        };
    }

    @Override
    public OptionalLong getRestoredCheckpointId() {
        return OptionalLong.empty();
    }

    @Override
    public UserCodeClassLoader getUserCodeClassLoader() {
        throw new UnsupportedOperationException("not needed");
    }

    @Override
    public MailboxExecutor getMailboxExecutor() {
        throw new UnsupportedOperationException("not needed");
    }

    @Override
    public SerializationSchema.InitializationContext asSerializationSchemaInitializationContext() {
        throw new UnsupportedOperationException("not needed");
    }

    @Override
    public boolean isObjectReuseEnabled() {
        return false;
    }

    @Override
    public <IN> TypeSerializer<IN> createInputSerializer() {
        throw new UnsupportedOperationException("not needed");
    }

    /** Timers are run by hand, so there is nothing to cancel. */
    private static final class CompletedTimer extends FutureTask<Void>
            implements ScheduledFuture<Void> {

        CompletedTimer() {
            super(() -> null);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }
}
