package org.wukongs.store.explore;

import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.wukongs.id.Vids;
import org.wukongs.store.view.DistributedGraph;
import org.wukongs.store.view.NeighbourList;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.RequestCosts;
import org.wukongs.store.view.TripleView;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** A graph that says that its vertices are at several nodes; all of it can be read here. */
final class SpreadGraph extends TripleView implements DistributedGraph {

    private static final int REQUEST_TYPE = 1;

    private final TripleView view;
    private final String name;
    private final int nodeCount;
    private final int self;
    private final BiFunction<Integer, byte[], byte[]> others;
    private RequestCosts costs = RequestCosts.UNMEASURED;

    /** As the first node sees it. {@code others} answer a node's requests, given as frames. */
    SpreadGraph(
            TripleView view,
            String name,
            int nodeCount,
            BiFunction<Integer, byte[], byte[]> others) {
        this(view, name, nodeCount, 0, others);
    }

    private SpreadGraph(
            TripleView view,
            String name,
            int nodeCount,
            int self,
            BiFunction<Integer, byte[], byte[]> others) {
        this.view = view;
        this.name = name;
        this.nodeCount = nodeCount;
        this.self = self;
        this.others = others;
    }

    /** The same graph as another node sees it. */
    SpreadGraph at(int node) {
        return new SpreadGraph(view, name, nodeCount, node, others);
    }

    SpreadGraph costing(RequestCosts other) {
        costs = other;
        return this;
    }

    @Override
    public RequestCosts costs() {
        return costs;
    }

    @Override
    public Neighbours part(int node, long key) {
        Neighbours all = view.neighbours(key);
        NeighbourList part = new NeighbourList();
        for (int i = 0; i < all.size(); i++) {
            if (owner(all.get(i)) == node) {
                part.append(all.get(i));
            }
        }
        return part;
    }

    @Override
    public DistributedGraph distributed() {
        return this;
    }

    @Override
    public boolean isRemote() {
        return true;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long sn() {
        return 1;
    }

    @Override
    public boolean hasPart(int node) {
        return true;
    }

    @Override
    public int nodeCount() {
        return nodeCount;
    }

    @Override
    public boolean readsInPlace() {
        return false;
    }

    @Override
    public int self() {
        return self;
    }

    @Override
    public int owner(long id) {
        return id <= 0 ? 0 : (int) (id % nodeCount);
    }

    @Override
    public WireWriter fork() {
        return new WireWriter().begin(REQUEST_TYPE);
    }

    @Override
    public Supplier<WireReader> send(int node, WireWriter request) {
        WireReader answer = WireReader.of(others.apply(node, request.toBytes()), 0);
        return () -> answer;
    }

    @Override
    public Neighbours neighbours(long key) {
        return view.neighbours(key);
    }

    @Override
    public boolean contains(long subject, long predicate, long object) {
        return isVertex(subject) && isVertex(object) && view.contains(subject, predicate, object);
    }

    private static boolean isVertex(long id) {
        return id > Vids.INDEX_VERTEX && id >>> Vids.BITS == 0;
    }

    @Override
    public long tripleCount(long predicate) {
        return view.tripleCount(predicate);
    }

    @Override
    public long tripleCount() {
        return view.tripleCount();
    }
}
