package org.wukongs.store.node;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.client.CatalogEntry;
import org.wukongs.error.WukongsException;
import org.wukongs.store.checkpoint.ClusterCut;
import org.wukongs.store.checkpoint.ReplicasCut;
import org.wukongs.store.checkpoint.RestoredCluster;
import org.wukongs.store.checkpoint.RestoredNode;
import org.wukongs.store.continuous.LostWindows;
import org.wukongs.store.continuous.QueryCut;
import org.wukongs.store.continuous.ReaderCut;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.HalfMentions;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.progress.CoordinatorCut;
import org.wukongs.store.progress.InjectionTurn;
import org.wukongs.store.progress.ProgressCut;
import org.wukongs.store.stream.StreamState;
import org.wukongs.stream.StreamDefinition;

/**
 * Adds streams and queries of another node to this one. The thread that owns the node, with no plan
 * under way.
 */
final class HomesRestore implements RestoredNode, RestoredCluster {

    private final StoreNode node;
    private final List<String> streams;
    private final List<String> queries;
    private final List<String> copies;
    private final Map<String, NodeRecord.AdoptHomes.Copy> begun = new HashMap<>(); // by stream
    private Map<String, Long> batches = Map.of();

    /**
     * @param begun copies of third nodes' streams that have begun
     * @param streams is told which streams were added, without derived ones and copies
     * @param queries is told which queries were added
     * @param copies is told which copies were added
     */
    HomesRestore(
            StoreNode node,
            List<NodeRecord.AdoptHomes.Copy> begun,
            List<String> streams,
            List<String> queries,
            List<String> copies) {
        this.node = node;
        this.streams = streams;
        this.queries = queries;
        this.copies = copies;
        begun.forEach(copy -> this.begun.put(copy.stream(), copy));
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
        node.coordinator().adopt(cut.keptEpochs());
    }

    @Override
    public RestoredCluster cluster() {
        return this;
    }

    @Override
    public void begin(ClusterCut.Head head) {
        batches = head.batches();
    }

    @Override
    public HalfMentions mentions(String graph) {
        throw new IllegalArgumentException("halves do not move with streams: graph=" + graph);
    }

    @Override
    public void stage(NodeRecord part) {
        throw new IllegalArgumentException("changes do not move with streams: " + part.type());
    }

    @Override
    public void replicas(ReplicasCut replicas) {
        for (ReplicasCut.Copy copy : replicas.copies()) {
            if (node.replicas().contains(copy.stream())) {
                throw WukongsException.user(
                        "the other node copies a stream that the queries read, choose another node:"
                                + " stream="
                                + copy.stream());
            }
            if (!begun.containsKey(copy.stream())) {
                throw new IllegalArgumentException("a copy has not begun: " + copy.stream());
            }
        }
        node.replicaReaders().adopt(replicas);
    }

    @Override
    public StreamState stream(StreamDefinition definition) {
        String name = definition.name();
        NodeRecord.AdoptHomes.Copy copy = begun.remove(name);
        if (copy != null) {
            node.replicas().adopt(definition, copy.home(), copy.begun());
            copies.add(name);
        } else if (!node.derivedWriter().contains(name)) {
            if (node.streams().streamHere(name).isPresent()) {
                throw WukongsException.user("the other node has such a stream: stream=" + name);
            }
            node.streams().register(definition);
            streams.add(name);
        }
        return node.streams().state(name);
    }

    @Override
    public void progress(String stream, ProgressCut progress) {
        node.coordinator().adopt(stream, progress);
        if (progress.newest() != null) {
            node.opened(stream, progress.newest().epoch());
        }
    }

    @Override
    public void query(QueryCut query) {
        node.registerQuery(query.text().text());
        queries.add(query.name());
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
    public void turns(List<InjectionTurn> turns) {
        if (!turns.isEmpty()) {
            throw new IllegalArgumentException("batches of streams that move are not planned");
        }
    }

    @Override
    public void entry(CatalogEntry entry) {
        throw new IllegalArgumentException("entries of the catalog do not move with streams");
    }

    @Override
    public void end() {
        node.turns().adopt(batches);
    }

    @Override
    public int streamCount() {
        return streams.size();
    }

    @Override
    public int queryCount() {
        return queries.size();
    }
}
