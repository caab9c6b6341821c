package org.wukongs.store.progress;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.store.progress.ProgressCut.JobEpoch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.WriterOrigin;

/**
 * Finds the messages of earlier writer epochs of a stream that are sent again in the current one:
 * those after the checkpoint from which its writers continue.
 *
 * <p>A checkpoint has the position of each writer of one epoch. It also covers the remaining
 * messages of older epochs in open batches, because these were sifted when that epoch began; it
 * does not cover messages of younger epochs. Only epochs of <em>related</em> writers count: a job,
 * the same job started again, and jobs started from its checkpoints. Messages of unrelated writers
 * are never sent again.
 *
 * <p>Invariant: a checkpoint belongs to one epoch, because a writer whose epoch is over cannot
 * flush. Owned by the store agent.
 */
final class ResentMessages {

    /**
     * An epoch matters while open batches have messages of it, or a checkpoint of it may be
     * restored. Epochs before the last 1,024 failures are treated as unrelated.
     */
    static final int EPOCH_COUNT_MAX = 1024;

    /** A job; {@code root} is the first epoch of all jobs related to it, as far as known. */
    private static final class Job {
        private final String incarnation;
        private long root;

        private Job(String incarnation, long root) {
            this.incarnation = incarnation;
            this.root = root;
        }
    }

    private final Map<Long, Job> jobs =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Long, Job> eldest) {
                    return size() > EPOCH_COUNT_MAX;
                }
            };

    private final Map<Integer, MessageId> restored = new HashMap<>(); // by index of the old writer
    private long epoch;
    private long restoredEpoch;

    /** Begins a new epoch. */
    void begin(long newEpoch) {
        epoch = newEpoch;
        restoredEpoch = 0;
        restored.clear();
    }

    /** Adds the origin of a writer of the current epoch. */
    void add(String incarnation, WriterOrigin origin) {
        if (!origin.replays()) {
            return;
        }
        Job job = jobs.computeIfAbsent(epoch, e -> job(incarnation));
        for (MessageId position : origin.restored()) {
            addPosition(position);
            Job before = jobs.get(position.epoch());
            job.root = before == null ? job.root : before.root;
        }
    }

    /** Returns the remembered epochs, oldest first. */
    List<JobEpoch> jobEpochs() {
        List<JobEpoch> epochs = new ArrayList<>();
        jobs.forEach((of, job) -> epochs.add(new JobEpoch(of, job.incarnation, job.root)));
        return epochs;
    }

    void restore(List<JobEpoch> epochs) {
        for (JobEpoch known : epochs) {
            Job job = job(known.incarnation());
            job.root = known.root();
            jobs.put(known.epoch(), job);
        }
    }

    /** Returns the positions from which the writers of the current epoch go on. */
    List<MessageId> restoredPositions() {
        return List.copyOf(restored.values());
    }

    /** Restores the current epoch, after the jobs. */
    void restore(long currentEpoch, List<MessageId> positions) {
        begin(currentEpoch);
        positions.forEach(this::addPosition);
    }

    private void addPosition(MessageId position) {
        restored.merge(position.writer(), position, ResentMessages::later);
        restoredEpoch = Math.max(restoredEpoch, position.epoch());
    }

    private Job job(String incarnation) {
        for (Job known : jobs.values()) {
            if (known.incarnation.equals(incarnation)) {
                return known;
            }
        }
        return new Job(incarnation, epoch);
    }

    private static MessageId later(MessageId one, MessageId two) {
        return two.epoch() > one.epoch() ? two : one;
    }

    /**
     * Returns true if an earlier epoch's message is sent again in the current one; call it after
     * all writers of the current epoch were added.
     */
    boolean contains(MessageId message) {
        Job by = jobs.get(message.epoch());
        Job current = jobs.get(epoch);
        if (by == null || current == null || by.root != current.root) {
            return false;
        }
        return message.epoch() < epoch && !isRestored(message);
    }

    private boolean isRestored(MessageId message) {
        if (message.epoch() != restoredEpoch) {
            return message.epoch() < restoredEpoch;
        }
        // A writer without a position had finished before the checkpoint.
        MessageId position = restored.get(message.writer());
        return position == null || message.sequence() <= position.sequence();
    }
}
