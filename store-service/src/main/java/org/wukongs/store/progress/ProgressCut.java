package org.wukongs.store.progress;

import java.util.List;
import org.wukongs.store.progress.StablePoint.StreamPoint;

/**
 * The state of a stream's writers at one moment.
 *
 * @param closedBatch the newest batch that was closed by its number
 * @param ended whether the stream has ended since
 * @param duplicateCount messages that were received again
 * @param stable the visible part of the stream
 * @param jobs epochs of jobs, which may send messages of earlier epochs again, oldest first
 * @param ends the ends of epochs in this and earlier cuts, oldest first
 * @param intake how far requests of clients have come
 */
public record ProgressCut(
        long closedBatch,
        boolean ended,
        long duplicateCount,
        StreamPoint stable,
        List<JobEpoch> jobs,
        List<EpochEnd> ends,
        IntakePoint intake) {

    public ProgressCut {
        jobs = List.copyOf(jobs);
        ends = List.copyOf(ends);
    }

    public ProgressCut withIntake(IntakePoint newIntake) {
        return new ProgressCut(closedBatch, ended, duplicateCount, stable, jobs, ends, newIntake);
    }

    /**
     * An epoch of a job.
     *
     * @param incarnation name of the job
     * @param root the first epoch of all jobs related to it
     */
    public record JobEpoch(long epoch, String incarnation, long root) {}

    /**
     * The messages of an epoch that had been taken at the checkpoint from which the store was
     * restored.
     *
     * @param sequences the newest message of each writer, by index
     */
    public record EpochEnd(long epoch, List<Long> sequences) {

        public EpochEnd {
            sequences = List.copyOf(sequences);
        }
    }
}
