package org.wukongs.store.graph;

import java.util.Set;
import org.wukongs.store.view.EmptyView;
import org.wukongs.store.view.GraphViews;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.StreamDefinition;

/**
 * All stored graphs at one snapshot, which a reader holds. Any thread may use it until that reader
 * leaves.
 */
public final class StoredSnapshot implements GraphViews {

    private final StoredGraphs stored;
    private final long sn;

    StoredSnapshot(StoredGraphs stored, long sn) {
        this.stored = stored;
        this.sn = sn;
    }

    @Override
    public long sn() {
        return sn;
    }

    @Override
    public TripleView defaultGraph() {
        return graph(StreamDefinition.STORED);
    }

    @Override
    public TripleView graph(String name) {
        StoredGraph graph = stored.graph(name);
        return graph == null ? EmptyView.INSTANCE : graph.at(sn);
    }

    @Override
    public boolean hasGraph(String name) {
        return stored.isKnownAt(name, sn);
    }

    @Override
    public Set<String> namedGraphs() {
        return stored.namedGraphsAt(sn);
    }

    /** Returns the subjects of a graph, from a vid on; some may have no triples. */
    public SubjectCursor subjects(String name, long fromVid) {
        StoredGraph graph = stored.graph(name);
        return graph == null ? new SubjectCursor() : graph.subjectsAt(sn, fromVid);
    }

    /**
     * Returns whether triples between two places, in the order of graphs and subjects, have changed
     * after an older snapshot; also true if others near them have.
     *
     * @param toGraph null for all graphs up to the last one
     */
    public boolean hasChangedSince(
            long olderSn, String fromGraph, long fromVid, String toGraph, long toVid) {
        return stored.hasChanged(olderSn, fromGraph, fromVid, toGraph, toVid);
    }
}
