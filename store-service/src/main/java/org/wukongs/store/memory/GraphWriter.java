package org.wukongs.store.memory;

import java.util.Arrays;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;

/**
 * The one way into stored graphs: a batch of triples, sorted and merged vertex by vertex, first by
 * subject, then those that were new by object, then the index vertices.
 *
 * <p>All or nothing: everything is built beside what readers see and published at the end, and a
 * batch that finds the region full leaves the graph as it was. Owned by one thread at a time.
 */
final class GraphWriter {

    /** Scratch rows kept for the next insert: a stream's batch, 128 KB. */
    private static final int ROWS_KEPT_MAX = 4096;

    /** Of a snapshot that an insert makes itself: 26 MB of marks at 100 bytes a triple. */
    static final int PART_ROWS_MAX = 1 << 18;

    private final BlockAllocator allocator;
    private final RetiredBlocks retired;
    private final GraphMemory memory;
    private final MarkLog marks;
    private final WriteJournal journal;
    private final PidCounts counts = new PidCounts();
    private final VertexMerge merge;
    private final IndexVertices indexVertices;
    private final TripleBuffer single = new TripleBuffer();
    private SortedTriples smallRows;
    private long[] vids = new long[16];

    GraphWriter(GraphMemory memory) {
        this.memory = memory;
        this.marks = memory.marks();
        this.allocator = memory.allocator();
        this.retired = memory.retired();
        MemoryRegion region = memory.region();
        this.journal = new WriteJournal(region, retired);
        NeighbourLists lists = new NeighbourLists(region, allocator, journal);
        this.merge =
                new VertexMerge(region, allocator, memory.sets(), journal, lists, counts, marks);
        this.indexVertices = new IndexVertices(region, allocator, journal, lists, counts, marks);
    }

    boolean add(StoredGraph graph, long subject, long predicate, long object) {
        single.clear();
        single.append(subject, predicate, object);
        return insert(graph, single) == 1;
    }

    /**
     * Adds the triples to the snapshot that has begun, else to snapshots of their own; how many
     * were new.
     *
     * @throws WukongsException FATAL where the region is full; the graph is as it was then, but for
     *     the snapshots before
     */
    long insert(StoredGraph graph, TripleBuffer... buffers) {
        int rowCount = SortedTriples.rowCount(buffers);
        if (rowCount == 0) {
            return 0;
        }
        if (memory.isWritingSnapshot()) {
            return insert(graph, 0, rowCount, buffers);
        }
        boolean inParts = !graph.isUnseen(memory.publishedSnapshot() + 1);
        int partRows = inParts ? Math.min(rowCount, PART_ROWS_MAX) : rowCount;
        long newCount = 0;
        for (long from = 0; from < rowCount; from += partRows) {
            memory.beginSnapshot();
            try {
                newCount += insert(graph, from, Math.min(rowCount, from + partRows), buffers);
            } finally {
                memory.publishSnapshot();
            }
        }
        return newCount;
    }

    /** Adds rows {@code from} to {@code to - 1} of all buffers. */
    private long insert(StoredGraph graph, long from, long to, TripleBuffer... buffers) {
        int rowCount = (int) (to - from);
        if (rowCount > ROWS_KEPT_MAX) {
            try (SortedTriples rows = new SortedTriples(rowCount)) {
                return insert(graph, rows, from, to, buffers);
            }
        }
        if (smallRows == null) {
            smallRows = new SortedTriples(ROWS_KEPT_MAX);
        }
        return insert(graph, smallRows, from, to, buffers);
    }

    private long insert(
            StoredGraph graph, SortedTriples rows, long from, long to, TripleBuffer... buffers) {
        rows.load(from, to, buffers);
        long newCount;
        try {
            newCount = tryInsert(graph, rows);
        } catch (WukongsException full) {
            boolean reclaimed = retired.reclaim();
            if (!allocator.coalesce() && !reclaimed) {
                throw full;
            }
            rows.load(from, to, buffers);
            newCount = tryInsert(graph, rows);
        }
        retired.reclaimSometimes();
        return newCount;
    }

    private long tryInsert(StoredGraph graph, SortedTriples rows) {
        counts.clear();
        boolean marking = !graph.isUnseen(memory.writingSnapshot());
        allocator.begin();
        marks.begin(graph);
        try {
            merge(graph, rows, marking);
        } catch (RuntimeException | Error e) {
            allocator.rollback();
            marks.rollback();
            journal.clear();
            graph.discard();
            throw e;
        }
        allocator.commit();
        graph.bear(memory.writingSnapshot());
        graph.publish();
        journal.apply(graph);
        return rows.size();
    }

    private void merge(StoredGraph graph, SortedTriples rows, boolean marking) {
        mergeAll(graph, rows, Keys.OUT, marking);
        if (rows.size() > 0) {
            indexVertices.begin(graph, counts.pids(), marking);
            indexVertices.fill(rows, Keys.OUT);
            rows.turn();
            mergeAll(graph, rows, Keys.IN, marking);
            indexVertices.fill(rows, Keys.IN);
            indexVertices.finish(rows.size());
        }
    }

    /** Merges all rows into one direction's records; rows that were there already go. */
    private void mergeAll(StoredGraph graph, SortedTriples rows, int direction, boolean marking) {
        VertexDirectory directory = graph.directory(direction);
        int vertexCount = distinctVertices(rows);
        directory.reserve(vids, vertexCount);
        merge.begin(rows, direction, marking);
        int size = rows.size();
        int from = 0;
        while (from < size) {
            long vertex = rows.vertex(from);
            int to = from + 1;
            while (to < size && rows.vertex(to) == vertex) {
                to++;
            }
            merge.merge(from, to, directory.place(vertex));
            from = to;
        }
        rows.truncate(merge.kept());
        if (vids.length > ROWS_KEPT_MAX) {
            vids = new long[16];
        }
    }

    private int distinctVertices(SortedTriples rows) {
        int count = 0;
        long last = 0;
        for (int row = 0; row < rows.size(); row++) {
            long vertex = rows.vertex(row);
            if (vertex != last) {
                if (count == vids.length) {
                    vids = Arrays.copyOf(vids, count * 2);
                }
                vids[count++] = vertex;
                last = vertex;
            }
        }
        return count;
    }
}
