package org.wukongs.store.graph;

import java.util.Set;
import org.wukongs.store.view.EmptyView;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.StreamDefinition;

/**
 * All stored graphs at one snapshot, which a reader holds: any thread, until that reader leaves.
 */
public final class StoredSnapshot {

    private final StoredGraphs stored;
    private final long sn;

    StoredSnapshot(StoredGraphs stored, long sn) {
        this.stored = stored;
        this.sn = sn;
    }

    /** The number of the snapshot. */
    public long sn() {
        return sn;
    }

    /** The default graph. */
    public TripleView defaultGraph() {
        return graph(StreamDefinition.STORED);
    }

    /** The graph of this name, empty where there is none. */
    public TripleView graph(String name) {
        StoredGraph graph = stored.graph(name);
        return graph == null ? EmptyView.INSTANCE : graph.at(sn);
    }

    /** Whether there is a graph of this name; it may be empty at this snapshot. */
    public boolean hasGraph(String name) {
        return stored.graph(name) != null;
    }

    /** Names of the named graphs, in order; some may be empty at this snapshot. */
    public Set<String> namedGraphs() {
        return stored.namedGraphs();
    }
}
