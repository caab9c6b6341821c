package org.wukongs.store.checkpoint;

/**
 * Says how fast the files of a checkpoint are written, so that others get their share of the disk.
 * Used by the thread that writes them.
 */
@FunctionalInterface
public interface CheckpointPace {

    /** As fast as the disk can. */
    CheckpointPace NONE = bytes -> {};

    /**
     * Called after so many bytes were written; returns when more may be written.
     *
     * @throws org.wukongs.error.WukongsException RETRIABLE if the checkpoint is to be given up
     */
    void wrote(long bytes);
}
