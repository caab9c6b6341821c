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
import org.wukongs.store.stream.TransientMemory;
import org.wukongs.stream.StreamDefinition;

/**
 * Adds streams and queries of another node to this one. The thread that owns the node, with no plan
 * under way.
 */
final class HomesRestore implements RestoredNode, RestoredCluster {

    /** A stream that is copied here already is read into nothing. */
    private static final long DETACHED_BYTES_MAX = Long.MAX_VALUE;

    private final StoreNode node;
    private final Homes.Adopted adopted;
    private final Map<String, NodeRecord.AdoptHomes.Copy> begun = new HashMap<>(); // by stream
    private final Map<String, StreamState> detached = new HashMap<>();
    private Map<String, Long> batches = Map.of();

    /**
     * @param begun copies of other nodes' streams that have begun
     * @param adopted is told what was added
     */
    HomesRestore(StoreNode node, List<NodeRecord.AdoptHomes.Copy> begun, Homes.Adopted adopted) {
        this.node = node;
        this.adopted = adopted;
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
            if (!begun.containsKey(copy.stream())) {
                throw new IllegalArgumentException("a copy has not begun: " + copy.stream());
            }
        }
        node.replicaReaders().adopt(replicas, node.homes().place());
    }

    @Override
    public StreamState stream(StreamDefinition definition) {
        String name = definition.name();
        if (begun.containsKey(name)) {
            return copy(definition, begun.get(name));
        }
        if (node.replicas().contains(name)) {
            promote(definition);
        } else if (!node.derivedWriter().contains(name)) {
            if (node.streams().streamHere(name).isPresent()) {
                throw WukongsException.user("the other node has such a stream: stream=" + name);
            }
            node.streams().register(definition);
            adopted.streams().add(name);
        }
        return node.streams().state(name);
    }

    private StreamState copy(StreamDefinition definition, NodeRecord.AdoptHomes.Copy copy) {
        String name = definition.name();
        if (node.replicas().contains(name)) {
            StreamState unused =
                    new StreamState(
                            definition,
                            Integer.MAX_VALUE,
                            new TransientMemory(DETACHED_BYTES_MAX),
                            null,
                            new long[0]);
            detached.put(name, unused);
            return unused;
        }
        node.replicas().adopt(definition, copy.home(), copy.begun());
        adopted.copies().add(name);
        return node.streams().state(name);
    }

    /** This node has copied the stream, of which it is the home from now on. */
    private void promote(StreamDefinition definition) {
        String name = definition.name();
        StreamState copy = node.streams().state(name);
        Runnable undoCopying = node.replicas().promote(name);
        Runnable undoState = node.streams().replaceReplica(definition);
        adopted.promoted()
                .add(
                        new Homes.Promoted(
                                name,
                                copy,
                                () -> {
                                    undoState.run();
                                    undoCopying.run();
                                }));
    }

    @Override
    public void progress(String stream, ProgressCut progress) {
        StreamState unused = detached.remove(stream);
        if (unused != null) {
            unused.close();
            return;
        }
        boolean isPromoted =
                adopted.promoted().stream().anyMatch(each -> each.stream().equals(stream));
        if (isPromoted) {
            if (!node.coordinator().published(stream).equals(progress.stable())) {
                throw WukongsException.retriable(
                        "the other node has not copied all of the stream yet: stream=" + stream);
            }
            node.continuous().attachAgain(node.streams().state(stream));
        }
        node.coordinator().adopt(stream, progress);
        if (progress.newest() != null) {
            node.opened(stream, progress.newest().epoch());
        }
    }

    @Override
    public void query(QueryCut query) {
        node.registerQuery(query.text().text());
        adopted.queries().add(query.name());
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
        return adopted.streams().size();
    }

    @Override
    public int queryCount() {
        return adopted.queries().size();
    }
}
