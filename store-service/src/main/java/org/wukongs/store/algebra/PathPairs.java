package org.wukongs.store.algebra;

import java.util.Arrays;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongArrayList;
import org.agrona.collections.LongHashSet;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.value.ExecutionTerms;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;

/**
 * Finds the pairs of ends of one {@link PathSearch}: first evaluates the step from all reachable
 * vertices, one level at a time, then walks from each start over the edges found.
 */
final class PathPairs {

    private static final long[] NOWHERE = {};

    /** Bytes of a vertex in a map or set that is half full. */
    private static final long VERTEX_BYTES = 4L * Long.BYTES;

    private final Execution run;
    private final PathSearch path;
    private final Long2ObjectHashMap<long[]> next = new Long2ObjectHashMap<>();
    private final BindingTable pairs;

    PathPairs(Execution run, PathSearch path) {
        this.run = run;
        this.path = path;
        this.pairs = run.noRows();
    }

    /** Returns the pairs found, in the columns of the path's ends. */
    BindingTable table() {
        return pairs;
    }

    /**
     * Adds the pairs that start or, if not {@code forward}, end at each of {@code starts}.
     *
     * @param starts distinct vertices
     * @param named whether an empty path may start at a vertex that the graph does not have
     */
    void walk(long[] starts, boolean forward, boolean named) {
        if (path.step() != null) {
            explore(starts, forward);
        }
        boolean[] nodes = named ? null : nodes(run.view(path.slot()), starts);
        for (int i = 0; i < starts.length; i++) {
            run.work();
            if (named || nodes[i]) {
                walk(starts[i], forward);
            }
        }
    }

    /** Adds all pairs. */
    void walkAll() {
        LongHashSet starts = new LongHashSet();
        if (path.least() == 0) {
            addNodes(run.view(path.slot()), starts);
        } else {
            BindingTable unit = BindingTable.unit(run.columnCount());
            BindingTable steps = run.substitute(unit, Columns.NONE, path.step());
            for (int row = 0; row < steps.size(); row++) {
                add(starts, steps.get(path.from(), row));
            }
        }
        walk(toArray(starts), true, false);
    }

    /** Adds all subjects and objects of a graph. */
    private void addNodes(TripleView view, LongHashSet nodes) {
        Neighbours predicates =
                view.neighbours(Keys.key(Vids.INDEX_VERTEX, Keys.PREDICATES, Keys.OUT));
        for (int i = 0; i < predicates.size(); i++) {
            for (int direction : new int[] {Keys.OUT, Keys.IN}) {
                Neighbours vertices =
                        view.neighbours(Keys.key(Vids.INDEX_VERTEX, predicates.get(i), direction));
                for (int j = 0; j < vertices.size(); j++) {
                    add(nodes, vertices.get(j));
                }
            }
        }
    }

    /** Returns which of some terms are subjects or objects of a graph. */
    private boolean[] nodes(TripleView view, long[] ids) {
        long[] vids = ids.clone();
        for (int i = 0; i < vids.length; i++) {
            vids[i] = ExecutionTerms.isLocal(vids[i]) ? ExecutionTerms.UNBOUND : vids[i];
        }
        boolean[] nodes = new boolean[ids.length];
        Expansion pids = new Expansion();
        pids.countGrowth(run::takeBytes);
        for (int direction : new int[] {Keys.OUT, Keys.IN}) {
            pids.clear();
            view.expand(vids, vids.length, Keys.PREDICATES, direction, pids);
            for (int i = 0; i < pids.size(); i++) {
                nodes[pids.rows()[i]] = true;
            }
        }
        return nodes;
    }

    /** Finds {@link #next} of all vertices that the walks will reach. */
    private void explore(long[] starts, boolean forward) {
        int near = forward ? path.from() : path.to();
        int far = forward ? path.to() : path.from();
        long[] level = starts;
        while (level.length > 0) {
            BindingTable vertices =
                    new BindingTable(new long[run.columnCount()][], level.length)
                            .withColumn(near, level);
            BindingTable steps = run.substitute(vertices, Columns.of(near), path.step());
            LongHashSet reached = new LongHashSet();
            keep(steps, near, far, level);
            for (int row = 0; path.repeats() && row < steps.size(); row++) {
                long vertex = steps.get(far, row);
                if (!next.containsKey(vertex)) {
                    add(reached, vertex);
                }
            }
            level = toArray(reached);
        }
    }

    private void keep(BindingTable steps, int near, int far, long[] level) {
        run.takeBytes(level.length * VERTEX_BYTES + (long) steps.size() * Long.BYTES);
        Long2ObjectHashMap<LongArrayList> found = new Long2ObjectHashMap<>();
        for (int row = 0; row < steps.size(); row++) {
            run.work();
            found.computeIfAbsent(steps.get(near, row), vertex -> new LongArrayList())
                    .addLong(steps.get(far, row));
        }
        for (long vertex : level) {
            LongArrayList vertices = found.get(vertex);
            next.put(vertex, vertices == null ? NOWHERE : vertices.toLongArray());
        }
    }

    private void walk(long start, boolean forward) {
        LongHashSet reached = new LongHashSet();
        LongArrayList open = new LongArrayList();
        open.addLong(start);
        if (path.least() == 0) {
            reached.add(start);
            addPair(start, start);
        }
        while (!open.isEmpty()) {
            long vertex = open.removeAt(open.size() - 1);
            for (long neighbour : next.getOrDefault(vertex, NOWHERE)) {
                run.work();
                if (reached.add(neighbour)) {
                    addPair(forward ? start : neighbour, forward ? neighbour : start);
                    if (path.repeats()) {
                        open.addLong(neighbour);
                    }
                }
            }
        }
    }

    private void addPair(long subject, long object) {
        long before = pairs.bytes();
        int row = pairs.appendUnbound();
        pairs.set(path.subject().column(), row, subject);
        pairs.set(path.object().column(), row, object);
        run.checkRows(pairs.size());
        if (pairs.bytes() > before) {
            run.takeBytes(pairs.bytes() - before);
        }
    }

    /** Adds a vertex to a set, and takes its bytes. */
    private void add(LongHashSet vertices, long vertex) {
        run.work();
        if (vertices.add(vertex)) {
            run.takeBytes(VERTEX_BYTES);
        }
    }

    private static long[] toArray(LongHashSet vertices) {
        long[] ids = new long[vertices.size()];
        int count = 0;
        for (LongHashSet.LongIterator i = vertices.iterator(); i.hasNext(); ) {
            ids[count++] = i.nextValue();
        }
        Arrays.sort(ids);
        return ids;
    }
}
