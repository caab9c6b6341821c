package org.wukongs.store.cluster;

import org.wukongs.store.view.GraphViews;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** Goes on with rows of other nodes' explorations. Any thread. */
@FunctionalInterface
public interface ForkAnswering {

    /**
     * Reads a request, goes on with some or all of its rows, and writes what became of them.
     *
     * @param graphs of all nodes at the snapshot of the request
     * @param isBusy true to go on with none of them
     */
    void answer(GraphViews graphs, WireReader request, boolean isBusy, WireWriter answer);
}
