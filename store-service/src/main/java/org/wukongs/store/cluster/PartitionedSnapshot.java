package org.wukongs.store.cluster;

import java.util.List;
import java.util.Set;
import org.wukongs.store.graph.StoredSnapshot;
import org.wukongs.store.view.EmptyView;
import org.wukongs.store.view.GraphViews;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.StreamDefinition;

/**
 * The stored graphs of all nodes at one snapshot. All nodes know the same names of graphs.
 *
 * @param own this node's part
 * @param inPlace the memory of each node that is read there, null in place of others
 */
record PartitionedSnapshot(
        Members members,
        StoredSnapshot own,
        GraphCounts counts,
        ReadCounts reads,
        List<InPlace> inPlace)
        implements GraphViews {

    @Override
    public long sn() {
        return own.sn();
    }

    @Override
    public TripleView defaultGraph() {
        return graph(StreamDefinition.STORED);
    }

    @Override
    public TripleView graph(String name) {
        return own.hasGraph(name)
                ? new PartitionedView(
                        members, name, own.sn(), own.graph(name), counts, reads, inPlace)
                : EmptyView.INSTANCE;
    }

    @Override
    public boolean hasGraph(String name) {
        return own.hasGraph(name);
    }

    @Override
    public Set<String> namedGraphs() {
        return own.namedGraphs();
    }
}
