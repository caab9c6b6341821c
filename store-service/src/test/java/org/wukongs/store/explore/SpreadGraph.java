package org.wukongs.store.explore;

import java.util.function.Function;
import java.util.function.Supplier;
import org.wukongs.id.Vids;
import org.wukongs.store.view.DistributedGraph;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/** A graph that says that its vertices are at several nodes; all of it can be read here. */
final class SpreadGraph implements TripleView, DistributedGraph {

    private static final int REQUEST_TYPE = 1;

    private final TripleView view;
    private final String name;
    private final int nodeCount;
    private final Function<byte[], byte[]> others;

    /** {@code others} answer the frames of requests. */
    SpreadGraph(TripleView view, String name, int nodeCount, Function<byte[], byte[]> others) {
        this.view = view;
        this.name = name;
        this.nodeCount = nodeCount;
        this.others = others;
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
    public int nodeCount() {
        return nodeCount;
    }

    @Override
    public boolean readsInPlace() {
        return false;
    }

    @Override
    public int self() {
        return 0;
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
        WireReader answer = WireReader.of(others.apply(request.toBytes()), 0);
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
