package org.wukongs.store.graph;

import org.wukongs.store.view.GraphViews;

/** The parts of the stored graphs that other nodes have. Any thread. */
public interface OtherNodes {

    /** A node of its own. */
    OtherNodes NONE =
            new OtherNodes() {
                @Override
                public boolean hold(long sn) {
                    return true;
                }

                @Override
                public void release(long sn) {}

                @Override
                public GraphViews with(StoredSnapshot own) {
                    return own;
                }
            };

    /**
     * Holds a snapshot at all other nodes, for an execution that reads it at this one; returns
     * false, and holds nothing, if one of them cannot read it any longer, or not yet.
     */
    boolean hold(long sn);

    /** Ends one successful {@link #hold}. */
    void release(long sn);

    /** Returns the graphs of all nodes at a snapshot that is held here and there. */
    GraphViews with(StoredSnapshot own);
}
