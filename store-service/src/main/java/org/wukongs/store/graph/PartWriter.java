package org.wukongs.store.graph;

import java.util.Arrays;
import org.wukongs.id.Keys;
import org.wukongs.stream.VertexOwners;

/**
 * One thread's part of an insert: it merges the rows of the vertices that the thread owns. Changes
 * to publish are collected in a journal of its own, marks in an arena of its own.
 *
 * <p>Rows of direction OUT are those of its own subjects; the owners of the objects take the new
 * rows by {@link #takeObjects}. Owned by the writer, which lends it to a thread for one step.
 */
final class PartWriter {

    /** Scratch rows kept for the next insert, enough for a stream's batch: 128 KB per direction. */
    static final int ROWS_KEPT_MAX = 4096;

    private final WriteJournal journal;
    private final NeighbourLists lists;
    private final MarkWriter marks;
    private final PidCounts counts = new PidCounts();
    private final VertexMerge merge;
    private final SortedTriples[] rows = new SortedTriples[2]; // by direction
    private final TripleBuffer again = new TripleBuffer(); // rows that the graph already has
    private long[] vids = new long[16];
    private int vertexCount;
    private long absent;
    private boolean counting;

    PartWriter(GraphMemory memory, MarkWriter marks) {
        MemoryRegion region = memory.region();
        BlockAllocator allocator = memory.allocator();
        this.marks = marks;
        this.journal = new WriteJournal(region, memory.retired());
        this.lists = new NeighbourLists(region, allocator, journal, marks);
        this.merge =
                new VertexMerge(region, allocator, memory.sets(), journal, lists, counts, marks);
    }

    WriteJournal journal() {
        return journal;
    }

    NeighbourLists lists() {
        return lists;
    }

    MarkWriter marks() {
        return marks;
    }

    PidCounts counts() {
        return counts;
    }

    SortedTriples rows(int direction) {
        return rows[direction];
    }

    /** Starts a step; with {@code on}, rows that the graph already has are collected. */
    void countAgain(boolean on) {
        counting = on;
        again.clear();
    }

    /** Returns the rows of the step that the graph already had. */
    TripleBuffer again() {
        return again;
    }

    // Taking rows

    /** Takes rows {@code from} to {@code to - 1} of all buffers. */
    void takeAll(long from, long to, TripleBuffer... buffers) {
        counts.clear();
        reserve(Keys.OUT, (int) (to - from));
        rows[Keys.OUT].load(from, to, buffers);
    }

    /** Like {@link #takeAll}, but takes only rows whose subjects {@code owner} owns. */
    void takeSubjects(VertexOwners owners, int owner, long from, long to, TripleBuffer... buffers) {
        counts.clear();
        int count = 0;
        long before = 0; // rows of earlier buffers
        for (TripleBuffer buffer : buffers) {
            long end = Math.min(buffer.size(), to - before);
            for (long row = Math.max(0, from - before); row < end; row++) {
                count += owners.owner(buffer.subject(row)) == owner ? 1 : 0;
            }
            before += buffer.size();
        }
        reserve(Keys.OUT, count);
        before = 0;
        for (TripleBuffer buffer : buffers) {
            long end = Math.min(buffer.size(), to - before);
            for (long row = Math.max(0, from - before); row < end; row++) {
                long subject = buffer.subject(row);
                if (owners.owner(subject) == owner) {
                    rows[Keys.OUT].append(subject, buffer.pid(row), buffer.object(row));
                }
            }
            before += buffer.size();
        }
        rows[Keys.OUT].sort();
    }

    /**
     * Takes the new triples of all parts whose objects {@code owner} owns, with subject and object
     * swapped.
     */
    void takeObjects(VertexOwners owners, int owner, PartWriter[] parts) {
        int count = 0;
        for (PartWriter part : parts) {
            SortedTriples out = part.rows[Keys.OUT];
            for (int row = 0; row < out.size(); row++) {
                count += owners.owner(out.neighbour(row)) == owner ? 1 : 0;
            }
        }
        reserve(Keys.IN, count);
        for (PartWriter part : parts) {
            SortedTriples out = part.rows[Keys.OUT];
            for (int row = 0; row < out.size(); row++) {
                long object = out.neighbour(row);
                if (owners.owner(object) == owner) {
                    rows[Keys.IN].append(object, out.pid(row), out.vertex(row));
                }
            }
        }
        rows[Keys.IN].sort();
    }

    /** Takes the triples whose objects {@code owner} owns, with subject and object swapped. */
    void takeObjects(VertexOwners owners, int owner, TripleBuffer buffer) {
        int count = 0;
        for (long row = 0; row < buffer.size(); row++) {
            count += owners.owner(buffer.object(row)) == owner ? 1 : 0;
        }
        reserve(Keys.IN, count);
        for (long row = 0; row < buffer.size(); row++) {
            long object = buffer.object(row);
            if (owners.owner(object) == owner) {
                rows[Keys.IN].append(object, buffer.pid(row), buffer.subject(row));
            }
        }
        rows[Keys.IN].sort();
    }

    /** Turns all new triples round in place, so that they are grouped by object. */
    void turn() {
        rows[Keys.OUT].turn();
    }

    private void reserve(int direction, int rowCount) {
        SortedTriples there = rows[direction];
        if (there == null || there.capacity() < rowCount) {
            close(direction);
            rows[direction] = new SortedTriples(Math.max(rowCount, ROWS_KEPT_MAX));
        }
        rows[direction].clear();
    }

    /** Frees the memory of a large insert. */
    void release() {
        merge.release();
        lists.release();
        for (int direction = 0; direction < rows.length; direction++) {
            if (rows[direction] != null && rows[direction].capacity() > ROWS_KEPT_MAX) {
                close(direction);
            }
        }
        if (vids.length > ROWS_KEPT_MAX) {
            vids = new long[16];
        }
    }

    private void close(int direction) {
        if (rows[direction] != null) {
            rows[direction].close();
            rows[direction] = null;
        }
    }

    // Merging

    /** Finds the vertices of the rows, and counts those that the directory does not have. */
    void findVertices(SortedTriples of, VertexDirectory directory) {
        vertexCount = 0;
        long last = 0;
        for (int row = 0; row < of.size(); row++) {
            long vertex = of.vertex(row);
            if (vertex != last) {
                if (vertexCount == vids.length) {
                    vids = Arrays.copyOf(vids, vertexCount * 2);
                }
                vids[vertexCount++] = vertex;
                last = vertex;
            }
        }
        absent = directory.absent(vids, vertexCount);
    }

    /** Returns the number of vertices that {@link #findVertices} has found. */
    int vertexCount() {
        return vertexCount;
    }

    /** Returns how many of these vertices the directory does not have. */
    long absent() {
        return absent;
    }

    /** Returns the vertices; the first {@link #vertexCount} are valid. */
    long[] vids() {
        return vids;
    }

    /**
     * Merges rows into one direction's records, after room was reserved in the directory; rows that
     * the graph already has are dropped. {@code shared} is true if other threads do the same with
     * other vertices. A removal drops rows that the graph does not have.
     */
    void merge(
            SortedTriples of,
            VertexDirectory directory,
            int direction,
            boolean marking,
            boolean removing,
            boolean shared) {
        boolean counted = counting && direction == Keys.OUT;
        merge.begin(of, direction, marking, removing, counted ? again : null);
        mergeAll(of, directory, removing, shared);
    }

    /** Merges the rows of a direction, which are halves of triples, as {@link #merge} does. */
    void mergeHalves(
            VertexDirectory directory,
            int direction,
            boolean marking,
            boolean removing,
            boolean shared) {
        merge.beginHalves(rows[direction], direction, marking, removing);
        mergeAll(rows[direction], directory, removing, shared);
    }

    private void mergeAll(
            SortedTriples of, VertexDirectory directory, boolean removing, boolean shared) {
        int size = of.size();
        int from = 0;
        while (from < size) {
            long vertex = of.vertex(from);
            int to = from + 1;
            while (to < size && of.vertex(to) == vertex) {
                to++;
            }
            long at = removing ? directory.find(vertex) : place(directory, vertex, shared);
            if (at != 0) {
                merge.merge(from, to, at);
            }
            from = to;
        }
        of.truncate(merge.kept());
    }

    private static long place(VertexDirectory directory, long vertex, boolean shared) {
        return shared ? directory.placeShared(vertex) : directory.place(vertex);
    }
}
