package org.wukongs.store.progress;

import java.util.Map;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.stream.StagedTriples;

/** The stored graphs of a node of its own: each plan is the next snapshot. */
public final class OwnGraphs implements PlanTarget {

    private final GraphMemory stored;

    /** {@code stored} is the memory of the graphs. */
    public OwnGraphs(GraphMemory stored) {
        this.stored = stored;
    }

    @Override
    public void begin(Map<String, Long> vts) {
        stored.beginSnapshot();
    }

    /** Changes one graph, all or nothing: if memory is full, it does not change. */
    @Override
    public Step change(Map<StoredGraph, StagedTriples> changes) {
        for (Map.Entry<StoredGraph, StagedTriples> entry : changes.entrySet()) {
            if (!entry.getValue().isEmpty()) {
                entry.getValue().apply(entry.getKey());
                return Step.SOME;
            }
        }
        return Step.DONE;
    }

    @Override
    public long publish() {
        stored.publishSnapshot();
        return stored.publishedSnapshot();
    }

    @Override
    public long sn(long planned, long snapshot) {
        return planned;
    }

    @Override
    public boolean isStable(long snapshot) {
        return true;
    }

    @Override
    public int hiddenMax() {
        return 1;
    }
}
