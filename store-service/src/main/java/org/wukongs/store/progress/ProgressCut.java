package org.wukongs.store.progress;

import java.util.List;
import org.wukongs.store.progress.StablePoint.StreamPoint;

/**
 * What is known of the writers of a stream at a moment.
 *
 * @param closedBatch the newest batch that was closed by number
 * @param ended whether the stream has ended since
 * @param duplicateCount messages that have come again
 * @param stable what is visible of the stream
 * @param jobs writers that send again what others have sent, by epoch, oldest first
 * @param ends epochs that are over with this cut, oldest first
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
     * @param incarnation names the job
     * @param root the first epoch of all jobs related to it
     */
    public record JobEpoch(long epoch, String incarnation, long root) {}

    /**
     * How much of an epoch was taken when the store made the checkpoint from which it came back.
     *
     * @param sequences the newest message of each writer, by index
     */
    public record EpochEnd(long epoch, List<Long> sequences) {

        public EpochEnd {
            sequences = List.copyOf(sequences);
        }
    }
}
