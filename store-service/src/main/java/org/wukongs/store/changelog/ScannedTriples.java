package org.wukongs.store.changelog;

import java.util.Arrays;
import org.agrona.collections.LongArrayList;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.graph.Edges;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;

/**
 * The next triples of a graph in the order of {@link Edges}. Vertices are looked up by their ids
 * one after the other, because ids are nearly dense.
 */
final class ScannedTriples {

    /** Ids looked up at a time: some 50 ms, as the graph may have few of them. */
    static final int VID_COUNT_MAX = 1 << 20;

    /** Objects that are read together: 8 KB. */
    private static final int COPIED = 1 << 10;

    private final TripleView graph;
    private final int rowsMax;
    private final LongArrayList rows = new LongArrayList(); // subject and edge
    private final long[] copied = new long[COPIED];
    private long lastSubject;
    private long lastEdge;
    private boolean last;

    private ScannedTriples(TripleView graph, int rowsMax) {
        this.graph = graph;
        this.rowsMax = rowsMax;
    }

    /**
     * Reads at most {@code rowsMax} triples, at least 1, after the given one.
     *
     * @param lastVid no subject has a higher id
     */
    static ScannedTriples read(
            TripleView graph, long afterSubject, long afterEdge, long lastVid, int rowsMax) {
        ScannedTriples scanned = new ScannedTriples(graph, rowsMax);
        scanned.read(afterSubject, afterEdge, lastVid);
        return scanned;
    }

    private void read(long afterSubject, long afterEdge, long lastVid) {
        long end = afterSubject + Math.min(VID_COUNT_MAX, Math.max(0, lastVid - afterSubject));
        lastSubject = afterSubject;
        lastEdge = afterEdge;
        boolean inSubject = afterSubject != Vids.INDEX_VERTEX && afterEdge != Long.MAX_VALUE;
        if (inSubject && !readSubject(afterSubject, afterEdge)) {
            return;
        }
        for (long subject = afterSubject + 1; subject <= end; subject++) {
            if (!readSubject(subject, -1)) {
                return;
            }
        }
        last = end >= lastVid;
    }

    /** Returns false if not all edges of the subject after the given one fit. */
    private boolean readSubject(long subject, long afterEdge) {
        Neighbours pids = graph.neighbours(Keys.key(subject, Keys.PREDICATES, Keys.OUT));
        long[] ascending = new long[pids.size()];
        pids.copyTo(0, ascending.length, ascending, 0);
        Arrays.sort(ascending);
        for (long pid : ascending) {
            if (pid >= Edges.pid(Math.max(0, afterEdge)) && !readEdges(subject, pid, afterEdge)) {
                return false;
            }
        }
        lastSubject = subject;
        lastEdge = Long.MAX_VALUE;
        return true;
    }

    /**
     * Takes the smallest edges with a predicate that fit; returns false if there are more. A hub's
     * list is read again each time.
     */
    private boolean readEdges(long subject, long pid, long afterEdge) {
        Neighbours objects = graph.objects(subject, pid);
        int room = rowsMax - size();
        LeastLongs least = new LeastLongs(room + 1);
        for (int from = 0; from < objects.size(); from += COPIED) {
            int count = Math.min(COPIED, objects.size() - from);
            objects.copyTo(from, count, copied, 0);
            addAfter(afterEdge, pid, count, least);
        }
        int found = least.sort();
        for (int i = 0; i < Math.min(room, found); i++) {
            rows.addLong(subject);
            rows.addLong(least.get(i));
            lastSubject = subject;
            lastEdge = least.get(i);
        }
        return found <= room;
    }

    private void addAfter(long afterEdge, long pid, int count, LeastLongs least) {
        for (int i = 0; i < count; i++) {
            long edge = Edges.edge(pid, copied[i]);
            if (edge > afterEdge) {
                least.add(edge);
            }
        }
    }

    int size() {
        return rows.size() / 2;
    }

    long subject(int row) {
        return rows.getLong(2 * row);
    }

    long edge(int row) {
        return rows.getLong(2 * row + 1);
    }

    /** Returns the subject up to which all triples were read. */
    long lastSubject() {
        return lastSubject;
    }

    /** Returns the edge of that subject up to which all triples were read. */
    long lastEdge() {
        return lastEdge;
    }

    /** Returns true if the graph has no triple after these. */
    boolean isLast() {
        return last;
    }
}
