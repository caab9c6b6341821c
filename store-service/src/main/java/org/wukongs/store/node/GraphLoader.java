package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.wukongs.error.WukongsException;
import org.wukongs.store.cluster.PartitionedChanges;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.InjectionCycle;
import org.wukongs.stream.EncodedBatch;

/**
 * Loads triples into the stored graphs of a node, except those of streams; creates a graph that
 * does not exist. The node's thread.
 */
public final class GraphLoader {

    private final StreamCatalog streams;
    private final StoredGraphs stored;
    private final Coordinator coordinator;
    private final InjectionCycle injection;
    private final History history;
    private PartitionedChanges nodes; // null on a node of its own; set before it is used

    GraphLoader(
            StreamCatalog streams,
            StoredGraphs stored,
            Coordinator coordinator,
            InjectionCycle injection,
            History history) {
        this.streams = streams;
        this.stored = stored;
        this.coordinator = coordinator;
        this.injection = injection;
        this.history = history;
    }

    /** Loads into the graphs of all nodes of a cluster from now on: any thread may load then. */
    void useNodes(PartitionedChanges changes) {
        nodes = changes;
    }

    /** Loads triples; ignores their event times. Returns how many were new. */
    public long load(String graph, EncodedBatch triples) {
        TripleBuffer buffer = new TripleBuffer();
        for (int row = 0; row < triples.size(); row++) {
            buffer.append(
                    triples.subjects()[row], triples.predicates()[row], triples.objects()[row]);
        }
        return load(graph, buffer);
    }

    /** Loads triples that one or more threads staged; returns how many were new. */
    public long load(String graph, TripleBuffer... triples) {
        if (nodes != null) {
            return load(Map.of(graph, triples));
        }
        coordinator.checkTurn();
        return loadAtOnce(graph, triples);
    }

    private long loadAtOnce(String graph, TripleBuffer... triples) {
        streams.checkIsGraph(graph);
        checkSize(Map.of(graph, triples));
        injection.finishPlan();
        boolean whole = false;
        try {
            long newCount = stored.graphFor(graph).insert(triples);
            whole = true;
            return newCount;
        } finally {
            for (TripleBuffer part : triples) {
                RecordedTriples.record(history, graph, false, part);
            }
            history.add(new NodeRecord.Load(graph, whole));
            coordinator.publishChanged(); // of a load that fails, the parts that are in
        }
    }

    private void checkSize(Map<String, TripleBuffer[]> triplesByGraph) {
        long rowCount = 0;
        List<String> graphs = new ArrayList<>();
        for (Map.Entry<String, TripleBuffer[]> graph : triplesByGraph.entrySet()) {
            for (TripleBuffer part : graph.getValue()) {
                rowCount += part.size();
                graphs.add(graph.getKey());
            }
        }
        RecordedTriples.checkSize(history, rowCount, graphs);
    }

    /** Loads again what the log has of a load. */
    void again(NodeRecord.Load load, TripleBuffer triples) {
        try {
            loadAtOnce(load.graph(), triples);
        } catch (WukongsException e) {
            if (load.whole()) {
                throw e;
            }
        }
    }

    /**
     * As above, for several graphs; adds nothing if one of them cannot be loaded into. If the
     * memory does not suffice, the error says how many graphs got all of their triples; the others
     * are unchanged, except for the first parts of a large load into a graph that had triples.
     * Returns how many triples were new.
     */
    public long load(Map<String, TripleBuffer[]> triplesByGraph) {
        triplesByGraph.keySet().forEach(streams::checkIsGraph);
        if (nodes != null) {
            return nodes.load(triplesByGraph);
        }
        checkSize(triplesByGraph);
        coordinator.checkTurn();
        long newCount = 0;
        int graphsLoaded = 0;
        for (Map.Entry<String, TripleBuffer[]> graph : triplesByGraph.entrySet()) {
            try {
                newCount += loadAtOnce(graph.getKey(), graph.getValue());
                graphsLoaded++;
            } catch (WukongsException e) {
                throw new WukongsException(
                        e.category(),
                        e.getMessage()
                                + " graphsLoaded="
                                + graphsLoaded
                                + " graphCount="
                                + triplesByGraph.size(),
                        e);
            }
        }
        return newCount;
    }
}
