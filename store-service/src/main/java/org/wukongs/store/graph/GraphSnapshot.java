package org.wukongs.store.graph;

import java.lang.ref.Reference;
import java.util.Arrays;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.NeighbourList;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.PidNeighbours;
import org.wukongs.store.view.TripleView;

/**
 * A stored graph as a reader that holds snapshot {@code sn} sees it: of each value, the neighbours
 * up to its length in that snapshot. Two snapshots of the same graph and number are equal.
 */
final class GraphSnapshot extends TripleView {

    private static final Neighbours NONE = NeighbourList.EMPTY;

    private final StoredGraph graph; // also keeps the memory from being freed
    private final long sn;
    private final MemoryRegion region;
    private final GraphKernels kernels;

    GraphSnapshot(StoredGraph graph, long sn) {
        this.graph = graph;
        this.sn = sn;
        this.region = graph.memory().region();
        this.kernels = graph.kernels();
    }

    @Override
    public Neighbours neighbours(long key) {
        int pid = (int) Keys.pid(key);
        if (pid == Keys.PREDICATES && Keys.vid(key) != Vids.INDEX_VERTEX) {
            return predicates(Keys.vid(key), Keys.direction(key));
        }
        long value = value(key);
        if (ValueDescriptor.isMarked(value)) {
            return marked(key, value);
        }
        return value == 0
                ? NONE
                : new StoredNeighbours(
                        this, region, key, value, NeighbourLists.plainLength(region, value));
    }

    private Neighbours marked(long key, long value) {
        int length = length(value);
        return length == 0
                ? NONE
                : new StoredNeighbours(this, region, key, Marks.plain(region, value, sn), length);
    }

    @Override
    public long degree(long key) {
        return Keys.pid(key) == Keys.PREDICATES ? neighbours(key).size() : length(value(key));
    }

    @Override
    public boolean concurrentReads() {
        return true;
    }

    /** Returns the value of any key except those that list a vertex's predicates; maybe marked. */
    private long value(long key) {
        long vid = Keys.vid(key);
        int pid = (int) Keys.pid(key);
        int direction = Keys.direction(key);
        if (vid != Vids.INDEX_VERTEX) {
            return kernels.value(vid, pid, direction);
        }
        if (pid == Keys.PREDICATES) {
            return direction == Keys.OUT ? graph.predicateList() : 0;
        }
        return graph.indexList(pid, direction);
    }

    private int length(long value) {
        return Marks.length(region, value, sn);
    }

    private Neighbours predicates(long vid, int direction) {
        long word = graph.directory(direction).word(vid);
        if (word == 0) {
            return NONE;
        }
        int[] pids = kernels.pids(word);
        int count = 0;
        int[] there = null; // a copy, made if a predicate is left out
        for (int place = 0; place < pids.length; place++) {
            long value = kernels.valueAt(word, place, pids.length);
            boolean isThere = ValueDescriptor.isMarked(value) ? length(value) > 0 : value != 0;
            if (!isThere && there == null) {
                there = pids.clone();
            }
            if (isThere && there != null) {
                there[count] = pids[place];
            }
            count += isThere ? 1 : 0;
        }
        return new PidNeighbours(there == null ? pids : Arrays.copyOf(there, count));
    }

    @Override
    public boolean contains(long subject, long predicate, long object) {
        if (predicate <= Keys.PREDICATES || predicate > Keys.PID_MAX) {
            return false;
        }
        long value = kernels.value(subject, (int) predicate, Keys.OUT);
        int length = length(value);
        return length > 0
                && NeighbourLists.contains(
                        region, Keys.OUT, Marks.plain(region, value, sn), length, object);
    }

    /**
     * Returns true if the vertex is in [0|predicate|direction]; for predicate 0, {@code vid} is a
     * pid.
     */
    boolean hasPredicate(long vid, long predicate, int direction) {
        long value =
                predicate == Keys.PREDICATES
                        ? graph.indexList(vid, Keys.OUT)
                        : kernels.value(vid, (int) predicate, direction);
        return length(value) > 0;
    }

    @Override
    public void expand(long[] vertices, int count, long pid, int direction, Expansion into) {
        try {
            if (pid == Keys.PREDICATES) {
                super.expand(vertices, count, pid, direction, into);
            } else {
                kernels.expand(vertices, count, pid, direction, sn, into);
            }
        } finally {
            Reference.reachabilityFence(graph.memory());
        }
    }

    @Override
    public int probe(long[] subjects, long pid, long[] objects, int count, int[] kept) {
        try {
            return kernels.probe(subjects, pid, objects, count, sn, kept);
        } finally {
            Reference.reachabilityFence(graph.memory());
        }
    }

    @Override
    public int probeConstant(
            long[] vertices, int count, long pid, int direction, long neighbour, int[] kept) {
        try {
            return direction == Keys.OUT
                    ? kernels.probeConstant(vertices, count, pid, neighbour, sn, kept)
                    : kernels.probeOf(neighbour, vertices, count, pid, sn, kept);
        } finally {
            Reference.reachabilityFence(graph.memory());
        }
    }

    /** Returns an upper bound, which includes triples inserted since the snapshot. */
    @Override
    public long tripleCount(long predicate) {
        return graph.tripleCount(predicate);
    }

    /** Returns an upper bound, which includes triples inserted since the snapshot. */
    @Override
    public long tripleCount() {
        return graph.tripleCount();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GraphSnapshot that && graph == that.graph && sn == that.sn;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(graph) ^ Long.hashCode(sn);
    }
}
