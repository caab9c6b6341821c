package org.wukongs.store.checkpoint;

/** The log of a node as a checkpoint needs it. Used by the thread that writes the checkpoint. */
public interface CheckpointLog {

    /** Of a node that keeps no log. */
    CheckpointLog NONE =
            new CheckpointLog() {
                @Override
                public long id() {
                    return 0;
                }

                @Override
                public void await() {}

                @Override
                public void mark(long number) {}
            };

    /** Returns the id of the log, 0 if there is none. */
    long id();

    /**
     * Waits until the log can be relied on up to where the node is now. Terms are written after
     * that: those that a group of records names are in the log before all of the group, and a cut
     * in the middle of it would miss them.
     */
    void await();

    /**
     * Records that a checkpoint has got its terms, and waits until the log can be relied on up to
     * there. So the log has all terms of the checkpoint: a start from an older one finds them.
     */
    void mark(long number);
}
