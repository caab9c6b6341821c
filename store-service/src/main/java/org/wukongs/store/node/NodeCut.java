package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.graph.RetentionCut;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.StoredSnapshot;
import org.wukongs.store.stream.StreamState;
import org.wukongs.store.stream.TransientMemory;

/** Makes the cut of a whole node. The thread that owns the node, with no plan under way. */
final class NodeCut {

    private NodeCut() {}

    static StoreCut of(StoreNode node) {
        StoredGraphs stored = node.stored();
        ReaderEpochs.Reader reader = stored.memory().epochs().newReader();
        StoredSnapshot snapshot = stored.at(reader.enter());
        TransientMemory rings = node.streams().memory();
        rings.beginCut();
        return new StoreCut(
                node.dictionary(),
                snapshot,
                stored.names(),
                reader,
                node.coordinator().cut(),
                streams(node),
                retentions(stored),
                node.continuous().cut(),
                node.continuous().readers().cut(),
                node.catalogEntries().startingWith(""),
                () -> {
                    rings.endCut();
                    reader.leave();
                    reader.close();
                });
    }

    private static Map<String, RetentionCut> retentions(StoredGraphs stored) {
        Map<String, RetentionCut> cuts = new TreeMap<>();
        stored.forEach(
                (name, graph) -> {
                    if (graph.retention() != null) {
                        cuts.put(name, graph.retention().cut());
                    }
                });
        return cuts;
    }

    private static List<StoreCut.StreamPart> streams(StoreNode node) {
        List<StoreCut.StreamPart> parts = new ArrayList<>();
        for (StreamState state : node.streams().states()) {
            String name = state.definition().name();
            parts.add(new StoreCut.StreamPart(state.cut(), node.coordinator().cut(name)));
        }
        return parts;
    }
}
