package org.wukongs.store.node;

import java.util.List;
import java.util.function.LongConsumer;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.store.graph.Edges;
import org.wukongs.store.graph.NetChanges;
import org.wukongs.store.stream.StreamCut;
import org.wukongs.store.stream.StreamState;
import org.wukongs.store.template.MembersView;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.EncodedBatch;

/**
 * All that names terms in a node at one moment, besides requests under way (docs/adr/0033): stored
 * graphs, tuples of streams, the changes that readers of changelogs have not got, tuples that wait
 * for room in derived streams, and the constants of registered queries. Mentions by which graphs
 * keep triples name no more terms than the graphs do.
 *
 * <p>Made by the node's thread; one other thread reads it and closes it.
 */
public final class TermRoots implements AutoCloseable {

    private static final int ROWS = 1 << 13;

    private final HeldData held;
    private final List<StreamCut> streams;
    private final List<NetChanges> changes;
    private final List<EncodedBatch> derived;
    private final List<MembersView> members;
    private final long[] copied = new long[ROWS];

    /** The node's thread, with no plan under way. */
    TermRoots(StoreNode node) {
        held = HeldData.of(node);
        streams = node.streams().states().stream().map(StreamState::cut).toList();
        changes = node.changelogs().unreleased();
        derived = node.continuous().waitingTuples();
        members = node.continuous().members();
    }

    /**
     * Hands on the vids of all terms that are named, most of them more than once. Called once: the
     * graphs are let go of as soon as they are read, because reading the rings takes much longer.
     *
     * @throws WukongsException RETRIABLE if it takes so long that the memory of the snapshot is
     *     needed
     */
    public void forEach(LongConsumer vids) {
        held.graphs().forEach(name -> forEach(held.stored().graph(name), vids));
        held.reader().checkSnapshot();
        held.leaveGraphs();
        streams.forEach(stream -> forEach(stream, vids));
        changes.forEach(change -> forEach(change, vids));
        derived.forEach(tuples -> forEach(tuples, vids));
        members.forEach(view -> view.forEachConstant(vids));
    }

    /** A vertex has a triple as its subject or object, so it is in the list of an index vertex. */
    private void forEach(TripleView graph, LongConsumer vids) {
        Neighbours pids = graph.neighbours(Keys.key(0, Keys.PREDICATES, Keys.OUT));
        for (int i = 0; i < pids.size(); i++) {
            forEach(graph.neighbours(Keys.key(0, pids.get(i), Keys.OUT)), vids);
            forEach(graph.neighbours(Keys.key(0, pids.get(i), Keys.IN)), vids);
        }
    }

    private void forEach(Neighbours vertices, LongConsumer vids) {
        for (int from = 0; from < vertices.size(); from += ROWS) {
            held.reader().checkSnapshot();
            int count = Math.min(ROWS, vertices.size() - from);
            vertices.copyTo(from, count, copied, 0);
            for (int i = 0; i < count; i++) {
                vids.accept(copied[i]);
            }
        }
    }

    private static void forEach(StreamCut stream, LongConsumer vids) {
        stream.late().forEach(tuples -> forEach(tuples, vids));
        stream.ring().records().forEach(ROWS, tuples -> forEach(tuples, vids));
        stream.ring().staged().forEach(open -> forEach(open.tuples(), vids));
    }

    private static void forEach(EncodedBatch tuples, LongConsumer vids) {
        for (int row = 0; row < tuples.size(); row++) {
            vids.accept(tuples.subjects()[row]);
            vids.accept(tuples.objects()[row]);
        }
    }

    private static void forEach(NetChanges changes, LongConsumer vids) {
        for (int row = 0; row < changes.size(); row++) {
            vids.accept(changes.subject(row));
            vids.accept(Edges.object(changes.edge(row)));
        }
    }

    @Override
    public void close() {
        held.close();
    }
}
