package org.wukongs.store.graph;

import java.util.Arrays;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;

/**
 * Extends the index vertices of a graph by an insert: [0|p|OUT] and [0|p|IN] by the vertices that
 * get their first triple with p, [0|0|OUT] by the predicates that get their first triple. A removal
 * takes out what loses its last triple. Owned by the writer.
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
    private boolean removing;
    private int[] pids;
    private long[] predicates; // offset of each pid's PredicateDescriptor
    private long[] listOf = new long[64]; // by pid: the list being filled
    private long[] startOf = new long[64]; // by pid: where that list starts
    private int[] lengthOf = new int[64]; // by pid: number of ids in that list so far
    private long[][] vidsOf = new long[64][]; // by pid: the vertices of a change to a tree

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
     * changes are marked; with {@code isRemoval}, triples are removed. {@code ofInsert} has the
     * counts of the direction that is filled next.
     */
    void begin(StoredGraph ofGraph, PidCounts ofInsert, boolean withMarks, boolean isRemoval) {
        marking = withMarks;
        removing = isRemoval;
        lists.begin(withMarks);
        graph = ofGraph;
        counts = ofInsert;
        pids = counts.pids();
        predicates = new long[pids.length];
        VertexDirectory directory = graph.directory(StoredGraph.PREDICATES);
        if (!removing) {
            directory.reserve(longs(pids, pids.length), pids.length);
        }
        int newCount = 0;
        int[] newPids = new int[pids.length];
        for (int i = 0; i < pids.length; i++) {
            long at = directory.place(pids[i]);
            long word = journal.read(at);
            predicates[i] = word == 0 ? newPredicate(at) : ValueDescriptor.offset(word);
            if (!removing && counts.triples(pids[i]) > 0 && tripleCount(i) == 0) {
                newPids[newCount++] = pids[i];
            }
        }
        if (newCount > 0) {
            changePredicates(newPids, newCount);
        }
        int capacity = pids[pids.length - 1] + 1;
        if (capacity > listOf.length) {
            listOf = new long[capacity];
            startOf = new long[capacity];
            lengthOf = new int[capacity];
            vidsOf = new long[capacity][];
        }
    }

    private long tripleCount(int i) {
        return journal.read(PredicateDescriptor.count(predicates[i]));
    }

    private static long[] longs(int[] ints, int count) {
        long[] longs = new long[count];
        for (int i = 0; i < count; i++) {
            longs[i] = ints[i];
        }
        return longs;
    }

    private long newPredicate(long at) {
        long predicate = allocator.allocate(PredicateDescriptor.GRANULES);
        region.zero(predicate, PredicateDescriptor.SIZE_BYTES);
        journal.directoryWord(StoredGraph.PREDICATES, at, ValueDescriptor.pointer(predicate));
        return predicate;
    }

    /** Adds predicates to [0|0|OUT], or removes them. */
    private void changePredicates(int[] changed, int count) {
        long at = GraphDescriptor.predicates(graph.head());
        long key = Keys.key(Vids.INDEX_VERTEX, Keys.PREDICATES, Keys.OUT);
        long[] ids = longs(changed, count);
        long old = journal.read(at);
        int length = Marks.length(region, old, Marks.ALL);
        if (isCollected(old, length, count)) {
            change(key, at, ids, count);
            return;
        }
        long list = lists.roomFor(Keys.IN, Marks.plain(region, old, Marks.ALL), length, count);
        long start = lists.start(list);
        for (int i = 0; i < count; i++) {
            lists.put(start, length + i, ids[i]);
        }
        finish(key, at, list, length + count);
    }

    /** Returns true if the ids of a change are needed as a whole and in order. */
    private boolean isCollected(long old, int length, int more) {
        return removing || !lists.isAppended(Marks.plain(region, old, Marks.ALL), length, more);
    }

    /** Adds the vertices of marked rows to the direction's lists, or removes them. */
    void fill(int direction, SortedTriples... parts) {
        for (int i = 0; i < pids.length; i++) {
            prepare(pids[i], PredicateDescriptor.list(predicates[i], direction), direction);
        }
        for (SortedTriples rows : parts) {
            append(rows);
        }
        for (int i = 0; i < pids.length; i++) {
            int pid = pids[i];
            int pairs = counts.pairs(pid, direction);
            long key = Keys.key(Vids.INDEX_VERTEX, pid, direction);
            long at = PredicateDescriptor.list(predicates[i], direction);
            if (vidsOf[pid] != null) {
                Arrays.sort(vidsOf[pid]); // each part is in order
                change(key, at, vidsOf[pid], pairs);
                vidsOf[pid] = null;
            } else if (pairs > 0) {
                finish(key, at, listOf[pid], lengthOf[pid]);
            }
        }
    }

    private void prepare(int pid, long at, int direction) {
        long old = journal.read(at);
        int length = Marks.length(region, old, Marks.ALL);
        int pairs = counts.pairs(pid, direction);
        vidsOf[pid] = null;
        lengthOf[pid] = length;
        if (pairs > 0 && isCollected(old, length, pairs)) {
            vidsOf[pid] = new long[pairs];
            lengthOf[pid] = 0;
        } else if (pairs > 0) {
            // No membership index: to learn whether a vertex has p, readers ask the vertex.
            listOf[pid] =
                    lists.roomFor(Keys.IN, Marks.plain(region, old, Marks.ALL), length, pairs);
            startOf[pid] = lists.start(listOf[pid]);
        }
    }

    private void append(SortedTriples rows) {
        for (int row = 0; row < rows.size(); row++) {
            if (rows.isPair(row)) {
                int pid = rows.pid(row);
                int place = lengthOf[pid]++;
                if (vidsOf[pid] != null) {
                    vidsOf[pid][place] = rows.vertex(row);
                } else {
                    lists.put(startOf[pid], place, rows.vertex(row));
                }
            }
        }
    }

    /** Updates the counts of triples. */
    void finish(int tripleCount) {
        long sign = removing ? -1 : 1;
        int goneCount = 0;
        int[] gone = new int[pids.length];
        for (int i = 0; i < pids.length; i++) {
            long at = PredicateDescriptor.count(predicates[i]);
            if (counts.triples(pids[i]) == 0) {
                continue; // IN halves, whose triples are counted at their subjects
            }
            long left = journal.read(at) + sign * counts.triples(pids[i]);
            journal.value(at, left);
            if (left == 0) {
                gone[goneCount++] = pids[i];
            }
        }
        if (goneCount > 0) {
            changePredicates(gone, goneCount);
        }
        long at = GraphDescriptor.count(graph.head());
        journal.value(at, journal.read(at) + sign * tripleCount);
    }

    /** Inserts ascending ids into a long list, or removes them from any list. */
    private void change(long key, long at, long[] ids, int count) {
        long old = journal.read(at);
        long value = Marks.plain(region, old, Marks.ALL);
        int length = Marks.length(region, old, Marks.ALL);
        long changed =
                removing
                        ? lists.remove(Keys.IN, value, length, ids, count)
                        : lists.insertLong(Keys.IN, value, length, ids, count);
        publish(key, at, changed, removing ? length - count : length + count, length == 0);
    }

    /**
     * Finishes the list under a key, whose value is at {@code at}, after its new ids were appended.
     */
    private void finish(long key, long at, long list, int length) {
        long old = journal.read(at);
        long value = Marks.plain(region, old, Marks.ALL);
        int before = Marks.length(region, old, Marks.ALL);
        publish(key, at, lists.finish(Keys.IN, value, before, list, length), length, true);
    }

    private void publish(long key, long at, long changed, int length, boolean appended) {
        long old = journal.read(at);
        if (marking) {
            journal.value(at, marks.mark(key, old, changed, length, appended));
        } else if (changed != old) {
            journal.value(at, changed);
        }
    }
}
