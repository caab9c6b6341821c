package org.wukongs.store.graph;

import java.util.Arrays;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;

/**
 * Extends the index vertices of a graph by an insert: [0|p|OUT] and [0|p|IN] by the vertices that
 * get their first triple with p, [0|0|OUT] by the predicates that get their first triple. Owned by
 * the writer.
 */
final class IndexVertices {

    private final MemoryRegion region;
    private final BlockAllocator allocator;
    private final WriteJournal journal;
    private final NeighbourLists lists;
    private final MarkWriter marks;

    private StoredGraph graph;
    private PidCounts counts;
    private boolean marking;
    private int[] pids;
    private long[] predicates; // offset of each pid's PredicateDescriptor
    private long[] listOf = new long[64]; // by pid: the list being filled
    private int[] lengthOf = new int[64]; // by pid: number of ids in that list so far

    IndexVertices(
            MemoryRegion region,
            BlockAllocator allocator,
            WriteJournal journal,
            NeighbourLists lists,
            MarkWriter marks) {
        this.region = region;
        this.allocator = allocator;
        this.journal = journal;
        this.lists = lists;
        this.marks = marks;
    }

    /**
     * Makes room for the predicates of an insert in {@code ofGraph}; with {@code withMarks},
     * changes are marked. {@code ofInsert} has the counts of the direction that is filled next.
     */
    void begin(StoredGraph ofGraph, PidCounts ofInsert, boolean withMarks) {
        marking = withMarks;
        graph = ofGraph;
        counts = ofInsert;
        pids = counts.pids();
        predicates = new long[pids.length];
        VertexDirectory directory = graph.directory(StoredGraph.PREDICATES);
        long[] vids = Arrays.stream(pids).asLongStream().toArray();
        directory.reserve(vids, vids.length);
        int newCount = 0;
        int[] newPids = new int[pids.length];
        for (int i = 0; i < pids.length; i++) {
            long at = directory.place(pids[i]);
            long word = region.getLong(at);
            if (word == 0) {
                newPids[newCount++] = pids[i];
                word = newPredicate(at);
            }
            predicates[i] = ValueDescriptor.offset(word);
        }
        listPredicates(newPids, newCount);
        int capacity = pids[pids.length - 1] + 1;
        if (capacity > listOf.length) {
            listOf = new long[capacity];
            lengthOf = new int[capacity];
        }
    }

    private long newPredicate(long at) {
        long predicate = allocator.allocate(PredicateDescriptor.GRANULES);
        region.zero(predicate, PredicateDescriptor.SIZE_BYTES);
        long word = ValueDescriptor.pointer(predicate);
        journal.directoryWord(StoredGraph.PREDICATES, at, word);
        return word;
    }

    private void listPredicates(int[] newPids, int newCount) {
        if (newCount == 0) {
            return;
        }
        long at = GraphDescriptor.predicates(graph.head());
        long old = region.getLong(at);
        long value = Marks.plain(region, old);
        int length = Marks.length(region, old, Marks.ALL);
        long list = lists.roomFor(Keys.IN, value, length, newCount);
        for (int i = 0; i < newCount; i++) {
            lists.put(list, length + i, newPids[i]);
        }
        long key = Keys.key(Vids.INDEX_VERTEX, Keys.PREDICATES, Keys.OUT);
        finish(key, at, list, length + newCount);
    }

    /** Appends the vertices of rows marked as new pairs to the direction's lists. */
    void fill(int direction, SortedTriples... parts) {
        for (int i = 0; i < pids.length; i++) {
            int pid = pids[i];
            long old = region.getLong(PredicateDescriptor.list(predicates[i], direction));
            lengthOf[pid] = Marks.length(region, old, Marks.ALL);
            if (counts.pairs(pid, direction) > 0) {
                // No membership index: to learn whether a vertex has p, readers ask the vertex.
                listOf[pid] =
                        lists.roomFor(
                                Keys.IN,
                                Marks.plain(region, old),
                                lengthOf[pid],
                                counts.pairs(pid, direction));
            }
        }
        for (SortedTriples rows : parts) {
            append(rows);
        }
        for (int i = 0; i < pids.length; i++) {
            int pid = pids[i];
            if (counts.pairs(pid, direction) > 0) {
                finish(
                        Keys.key(Vids.INDEX_VERTEX, pid, direction),
                        PredicateDescriptor.list(predicates[i], direction),
                        listOf[pid],
                        lengthOf[pid]);
            }
        }
    }

    private void append(SortedTriples rows) {
        for (int row = 0; row < rows.size(); row++) {
            if (rows.isNewPair(row)) {
                int pid = rows.pid(row);
                lists.put(listOf[pid], lengthOf[pid]++, rows.vertex(row));
            }
        }
    }

    /** Updates the counts of triples. */
    void finish(int tripleCount) {
        for (int i = 0; i < pids.length; i++) {
            long at = PredicateDescriptor.count(predicates[i]);
            journal.value(at, region.getLong(at) + counts.triples(pids[i]));
        }
        long at = GraphDescriptor.count(graph.head());
        journal.value(at, region.getLong(at) + tripleCount);
    }

    /**
     * Finishes the list under a key, whose value is at {@code at}, after its new ids were appended.
     */
    private void finish(long key, long at, long list, int length) {
        long old = region.getLong(at);
        long value = Marks.plain(region, old);
        int before = Marks.length(region, old, Marks.ALL);
        long changed = lists.finish(Keys.IN, value, before, list, length, marking);
        if (marking) {
            journal.value(at, marks.mark(key, old, changed, length));
        } else if (changed != old) {
            journal.value(at, changed);
        }
    }
}
