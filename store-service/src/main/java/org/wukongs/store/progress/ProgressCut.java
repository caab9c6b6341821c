package org.wukongs.store.progress;

import java.util.List;
import org.wukongs.store.progress.StablePoint.StreamPoint;
import org.wukongs.stream.MessageId;

/**
 * The state of a stream's writers at one moment.
 *
 * @param closedBatch the newest batch that was closed by its number
 * @param ended whether the stream has ended since
 * @param duplicateCount messages that were received again
 * @param stable the visible part of the stream
 * @param jobs epochs of jobs, which may send messages of earlier epochs again, oldest first
 * @param ends the ends of epochs of earlier starts of the store, oldest first
 * @param intake how far requests of clients have come
 * @param newest the writers of the newest epoch; null in checkpoints of older formats, in which
 *     {@code ends} has its end
 */
public record ProgressCut(
        long closedBatch,
        boolean ended,
        long duplicateCount,
        StreamPoint stable,
        List<JobEpoch> jobs,
        List<EpochEnd> ends,
        IntakePoint intake,
        WritersCut newest) {

    public ProgressCut {
        jobs = List.copyOf(jobs);
        ends = List.copyOf(ends);
    }

    public ProgressCut withIntake(IntakePoint newIntake) {
        return new ProgressCut(
                closedBatch, ended, duplicateCount, stable, jobs, ends, newIntake, newest);
    }

    public ProgressCut withNewest(WritersCut writers) {
        return new ProgressCut(
                closedBatch, ended, duplicateCount, stable, jobs, ends, intake, writers);
    }

    /**
     * The writers of the newest epoch of a stream.
     *
     * @param incarnation name of their job, empty if the stream has had no writers in this start of
     *     the store
     * @param restored the positions from which those go on that have opened
     * @param writers all of them, by index
     */
    public record WritersCut(
            long epoch, String incarnation, List<MessageId> restored, List<WriterCut> writers) {

        public WritersCut {
            restored = List.copyOf(restored);
            writers = List.copyOf(writers);
        }
    }

    /**
     * A writer.
     *
     * @param opened whether it has been seen
     * @param sequence its newest message
     */
    public record WriterCut(boolean opened, boolean idle, long closedBatch, long sequence) {}

    /**
     * An epoch of a job.
     *
     * @param incarnation name of the job
     * @param root the first epoch of all jobs related to it
     */
    public record JobEpoch(long epoch, String incarnation, long root) {}

    /**
     * The messages of an epoch that the store has taken before it started again.
     *
     * @param sequences the newest message of each writer, by index
     */
    public record EpochEnd(long epoch, List<Long> sequences) {

        public EpochEnd {
            sequences = List.copyOf(sequences);
        }
    }
}
