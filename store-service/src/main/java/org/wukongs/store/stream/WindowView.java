package org.wukongs.store.stream;

import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.NeighbourList;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;

/**
 * A window as a view: the distinct triples at positions [from, to) of a stream, including those
 * that the stored graphs have too.
 *
 * <p>A triple is in the window if its newest tuple there is not a removal. It counts at its first
 * tuple in the window, a vertex of a predicate at its first tuple with that predicate. Making a
 * view costs nothing; reading costs in proportion to the lists read. Any thread may read while
 * {@code from} is not reclaimed.
 */
public final class WindowView extends TripleView {

    /** Up to so many tuples of a list are counted; the rest is estimated. */
    static final int COUNTED_MAX = 64;

    /**
     * If a stream has had up to so many predicates, each is looked up for a vertex; with more, only
     * those of the window, which cost some look-ups to find.
     */
    static final int LOOKED_UP_MAX = 32;

    private final WindowTuples tuples;
    private final WindowKernels kernels;
    private final PidPositions pids;
    // made on first use
    private volatile WindowNeighbours predicates;

    WindowView(StreamRing ring, IndexTables tables, long from, long to) {
        this.tuples = new WindowTuples(ring, tables, from, to);
        this.kernels = new WindowKernels(tuples);
        this.pids = tables.pids();
    }

    public long from() {
        return tuples.from();
    }

    public long to() {
        return tuples.to();
    }

    /**
     * Returns a triple's newest event time in ms, {@code Long.MIN_VALUE} if it is not in the
     * window.
     */
    public long newestEventTimeMs(long subject, long predicate, long object) {
        long position = newest(subject, predicate, object);
        return position == WindowTuples.NONE ? Long.MIN_VALUE : tuples.eventTimeMs(position);
    }

    private long newest(long subject, long predicate, long object) {
        if (!isTriple(subject, predicate, object)) {
            return WindowTuples.NONE;
        }
        return tuples.newestOfTriple(Keys.key(subject, predicate, Keys.OUT), object);
    }

    private static boolean isTriple(long subject, long predicate, long object) {
        return subject > 0 && object > 0 && Slots.isPredicate(predicate);
    }

    @Override
    public boolean contains(long subject, long predicate, long object) {
        return newest(subject, predicate, object) != WindowTuples.NONE;
    }

    @Override
    public boolean concurrentReads() {
        return true;
    }

    // Lists

    @Override
    public Neighbours neighbours(long key) {
        long vid = Keys.vid(key);
        long pid = Keys.pid(key);
        int direction = Keys.direction(key);
        if (pid != Keys.PREDICATES) {
            return vid == Vids.INDEX_VERTEX ? vertices(pid, direction) : list(key);
        }
        if (vid == Vids.INDEX_VERTEX) {
            return direction == Keys.OUT ? predicates() : NeighbourList.EMPTY;
        }
        return predicates(vid, direction);
    }

    private Neighbours list(long key) {
        int direction = Keys.direction(key);
        long position = newest(key);
        if (position == WindowTuples.NONE) {
            return NeighbourList.EMPTY;
        }
        WindowNeighbours ids = new WindowNeighbours();
        long[][] directory = tuples.directory();
        while (position >= tuples.from()) {
            long[] chunk = tuples.chunk(directory, position);
            int at = tuples.at(position);
            if (tuples.counts(position, chunk, at)) {
                ids.append(TupleDescriptor.neighbour(direction, chunk, at));
            }
            position -= TupleDescriptor.toPrevious(direction, chunk, at);
        }
        return ids;
    }

    private long newest(long key) {
        return tuples.newest(Keys.direction(key), Slots.tag(Slots.hash(key)), key, 0);
    }

    /** Returns the subjects (OUT) or objects (IN) of a predicate. */
    private Neighbours vertices(long pid, int direction) {
        PositionList list = pids.list(pid);
        if (list == null) {
            return NeighbourList.EMPTY;
        }
        PositionList.Part part = list.part();
        int size = part.sizeAcquire();
        int start = part.indexOf(tuples.from(), size);
        int end = part.indexOf(tuples.to(), size);
        WindowNeighbours ids = new WindowNeighbours();
        long[][] directory = tuples.directory();
        for (int i = start; i < end; i++) {
            long position = part.position(i, tuples.to());
            long[] chunk = tuples.chunk(directory, position);
            int at = tuples.at(position);
            if (tuples.countsAsVertex(direction, position, chunk, at)) {
                ids.append(TupleDescriptor.neighbour(1 - direction, chunk, at));
            }
        }
        return ids;
    }

    private WindowNeighbours predicates() {
        WindowNeighbours known = predicates;
        if (known == null) {
            known = new WindowNeighbours();
            for (PositionList list : pids.all()) {
                if (hasTriples(list)) {
                    known.append(list.pid());
                }
            }
            predicates = known;
        }
        return known;
    }

    private boolean hasTriples(PositionList list) {
        if (!tuples.hasRemovals()) {
            return list.hasAny(tuples.from(), tuples.to());
        }
        PositionList.Part part = list.part();
        int size = part.sizeAcquire();
        int end = part.indexOf(tuples.to(), size);
        boolean found = false;
        for (int i = part.indexOf(tuples.from(), size); i < end && !found; i++) {
            long position = part.position(i, tuples.to());
            found = tuples.isSaid(tuples.chunk(tuples.directory(), position), tuples.at(position));
        }
        return found;
    }

    private Neighbours predicates(long vid, int direction) {
        WindowNeighbours ids = new WindowNeighbours();
        PositionList[] lists = pids.all();
        if (predicates == null && lists.length <= LOOKED_UP_MAX) {
            for (PositionList list : lists) {
                appendIfHas(vid, list.pid(), direction, ids);
            }
        } else {
            WindowNeighbours all = predicates();
            for (int i = 0; i < all.size(); i++) {
                appendIfHas(vid, all.get(i), direction, ids);
            }
        }
        return ids;
    }

    private void appendIfHas(long vid, long pid, int direction, WindowNeighbours into) {
        if (tuples.has(direction, Keys.key(vid, pid, direction))) {
            into.append(pid);
        }
    }

    // Counts

    /** Returns a number of tuples, so an upper bound: a repeated triple counts again. */
    @Override
    public long tripleCount(long predicate) {
        PositionList list = Slots.isPredicate(predicate) ? pids.list(predicate) : null;
        return list == null ? 0 : tupleCount(list);
    }

    private long tupleCount(PositionList list) {
        return list.count(tuples.from(), tuples.to());
    }

    /** Returns a number of tuples, so an upper bound. */
    @Override
    public long tripleCount() {
        return tuples.to() - tuples.from();
    }

    /**
     * Returns the exact degree for short lists, an estimate for lists of more than {@value
     * #COUNTED_MAX} tuples.
     */
    @Override
    public long degree(long key) {
        long pid = Keys.pid(key);
        if (pid == Keys.PREDICATES) {
            return neighbours(key).size();
        }
        return Keys.vid(key) == Vids.INDEX_VERTEX
                ? vertexCount(pid, Keys.direction(key))
                : listLength(key);
    }

    @Override
    public long readCount(long key) {
        long pid = Keys.pid(key);
        return Keys.vid(key) == Vids.INDEX_VERTEX && Slots.isPredicate(pid)
                ? tripleCount(pid)
                : degree(key);
    }

    private long vertexCount(long pid, int direction) {
        PositionList list = pids.list(pid);
        if (list == null) {
            return 0;
        }
        PositionList.Part part = list.part();
        int size = part.sizeAcquire();
        int start = part.indexOf(tuples.from(), size);
        int count = part.indexOf(tuples.to(), size) - start;
        int looked = Math.min(count, COUNTED_MAX);
        long first = 0;
        long[][] directory = tuples.directory();
        for (int i = 0; i < looked; i++) {
            int index = start + (int) ((long) i * count / looked);
            long position = part.position(index, tuples.to());
            long[] chunk = tuples.chunk(directory, position);
            int at = tuples.at(position);
            first += tuples.countsAsVertex(direction, position, chunk, at) ? 1 : 0;
        }
        return looked == count ? first : Math.max(1, first * count / looked);
    }

    private long listLength(long key) {
        int direction = Keys.direction(key);
        long length = 0;
        long position = newest(key);
        long[][] directory = tuples.directory();
        for (int i = 0; i < COUNTED_MAX && position >= tuples.from(); i++) {
            long[] chunk = tuples.chunk(directory, position);
            int at = tuples.at(position);
            length += tuples.counts(position, chunk, at) ? 1 : 0;
            position -= TupleDescriptor.toPrevious(direction, chunk, at);
        }
        if (position < tuples.from()) {
            return length;
        }
        long walked = tuples.to() - position;
        long estimated = Math.max(1, length) * tripleCount() / walked;
        return Math.max(length, Math.min(estimated, tripleCount(Keys.pid(key))));
    }

    // Steps

    @Override
    public void expand(long[] vertices, int count, long pid, int direction, Expansion into) {
        if (!Slots.isPredicate(pid)) {
            super.expand(vertices, count, pid, direction, into);
            return;
        }
        kernels.expand(vertices, count, pid, direction, into);
    }

    @Override
    public int probe(long[] subjects, long pid, long[] objects, int count, int[] kept) {
        return Slots.isPredicate(pid) ? kernels.probe(subjects, pid, objects, count, kept) : 0;
    }

    @Override
    public int probeConstant(
            long[] vertices, int count, long pid, int direction, long neighbour, int[] kept) {
        return Slots.isPredicate(pid)
                ? kernels.probeConstant(vertices, count, pid, direction, neighbour, kept)
                : 0;
    }
}
