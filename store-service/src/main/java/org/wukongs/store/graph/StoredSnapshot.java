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

    /**
     * Returns the subjects (OUT) or objects (IN) of a graph, from a vid on; some may have no
     * triples.
     */
    public SubjectCursor vertices(String name, int direction, long fromVid) {
        StoredGraph graph = stored.graph(name);
        return graph == null ? new SubjectCursor() : graph.verticesAt(sn, direction, fromVid);
    }

    /** A place in the order of graphs' names and, within a graph, of vertices. */
    public record Place(String graph, long vid) {}

    /**
     * Returns whether triples between two places have changed after an older snapshot; also true if
     * others near them have.
     *
     * @param direction OUT for the order of subjects; IN for that of objects, of halves
     * @param to null for all graphs up to the last one
     */
    public boolean hasChangedSince(long olderSn, int direction, Place from, Place to) {
        return stored.hasChanged(olderSn, direction, from, to);
    }
}
