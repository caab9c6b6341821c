package org.wukongs.store.cluster;

import java.util.function.BooleanSupplier;

/**
 * Keeps what a node promises to the others, so that it has that when it has ended and comes back.
 * Each call waits until it is kept. Any thread but the node's.
 */
public interface ChangeKeeper {

    /** For a node that does not come back. */
    ChangeKeeper NONE =
            new ChangeKeeper() {
                @Override
                public void stage(Part part, BooleanSupplier isStaged) {}

                @Override
                public void unstage(int node, long change) {}

                @Override
                public void giveIds() {}
            };

    /**
     * A part of a change.
     *
     * @param node place of the node whose change it is
     * @param change its number at that node
     * @param number of the part
     */
    record Part(int node, long change, int number, GraphHalves halves) {}

    /**
     * A part is staged.
     *
     * @param isStaged asked by the node's thread: false if the part was dropped or replaced since
     * @throws org.wukongs.error.WukongsException RETRIABLE if it is not kept in time
     */
    void stage(Part part, BooleanSupplier isStaged);

    /**
     * A change was dropped.
     *
     * @throws org.wukongs.error.WukongsException as above
     */
    void unstage(int node, long change);

    /**
     * Other nodes are going to learn ids of this node's terms: all ids that were given so far.
     *
     * @throws org.wukongs.error.WukongsException as above
     */
    void giveIds();
}
