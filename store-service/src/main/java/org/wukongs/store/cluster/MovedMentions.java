package org.wukongs.store.cluster;

import java.util.Objects;
import java.util.function.LongPredicate;
import org.wukongs.id.Vids;
import org.wukongs.store.graph.MentionEntries;

/**
 * What a part of a move says beside halves: which vertex partitions move, and what the node that
 * gives them knows of mentions of their halves in the part's graph.
 *
 * @param partitions those that move
 * @param anew whether what a node knows of them is forgotten first
 * @param out entries of OUT halves
 * @param in entries of IN halves
 */
public record MovedMentions(
        long[] partitions, boolean anew, MentionEntries out, MentionEntries in) {

    /** IndexOutOfBoundsException for what is no vertex partition. */
    public MovedMentions {
        for (long partition : partitions) {
            Objects.checkIndex(partition, (long) Vids.PARTITION_COUNT);
        }
    }

    static MovedMentions none(long[] partitions) {
        return new MovedMentions(partitions, false, new MentionEntries(), new MentionEntries());
    }

    /** An entry takes about as much memory as two halves. */
    long size() {
        return 2L * (out.size() + in.size());
    }

    /** Returns which vertices move. */
    public LongPredicate moves() {
        boolean[] moves = new boolean[Vids.PARTITION_COUNT];
        for (long partition : partitions) {
            moves[(int) partition] = true;
        }
        return vid -> moves[Vids.partition(vid)];
    }
}
