package org.wukongs.store.node;

import java.util.List;
import java.util.NavigableMap;
import org.wukongs.client.CatalogEntry;
import org.wukongs.store.checkpoint.RestoredCluster;
import org.wukongs.store.checkpoint.RestoredNode;
import org.wukongs.store.continuous.LostWindows;
import org.wukongs.store.continuous.QueryCut;
import org.wukongs.store.continuous.ReaderCut;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.CoordinatorCut;
import org.wukongs.store.progress.InjectionTurn;
import org.wukongs.store.progress.ProgressCut;
import org.wukongs.store.stream.StreamState;
import org.wukongs.stream.StreamDefinition;

/**
 * Fills an empty node from a checkpoint. Then it is in the start of the store in which the
 * checkpoint was made. The thread that owns the node.
 */
final class NodeRestore implements RestoredNode {

    private final StoreNode node;
    private final Coordinator coordinator;
    private NavigableMap<Long, Long> keptEpochs;

    NodeRestore(StoreNode node) {
        this.node = node;
        this.coordinator = node.coordinator();
    }

    @Override
    public TermDictionary dictionary() {
        return node.dictionary();
    }

    @Override
    public StoredGraphs stored() {
        return node.stored();
    }

    @Override
    public void begin(CoordinatorCut cut) {
        keptEpochs = cut.keptEpochs();
        coordinator.restore(keptEpochs);
        coordinator.restoreStable(cut.sn());
        if (node.turns() != null) {
            node.turns().restored();
        }
    }

    @Override
    public RestoredCluster cluster() {
        return node.turns() == null ? null : new ClusterRestore(node);
    }

    @Override
    public StreamState stream(StreamDefinition definition) {
        if (!node.replicas().restore(definition)) {
            node.streams().register(definition);
        }
        return node.streams().state(definition.name());
    }

    @Override
    public void progress(String stream, ProgressCut progress) {
        coordinator.restore(stream, progress);
        if (progress.newest() != null) {
            node.opened(stream, progress.newest().epoch());
        }
    }

    @Override
    public void query(QueryCut query) {
        node.registerQuery(query.text().text());
        node.continuous().restore(query);
    }

    @Override
    public void reader(ReaderCut reader) {
        node.continuous().readers().restore(reader);
    }

    @Override
    public void lost(String query, LostWindows lost) {
        node.continuous().restore(query, lost);
    }

    @Override
    public void end() {
        coordinator.restore(keptEpochs);
        node.replicas().endRestore();
    }

    @Override
    public void entry(CatalogEntry entry) {
        node.catalogEntries().put(entry);
    }

    @Override
    public void turns(List<InjectionTurn> turns) {
        coordinator.restore(turns);
    }

    @Override
    public int streamCount() {
        return node.streams().states().size();
    }

    @Override
    public int queryCount() {
        return node.continuous().names().size();
    }
}
