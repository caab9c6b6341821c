package org.wukongs.store.memory;

import java.util.Arrays;
import org.wukongs.id.Keys;

/**
 * Extends the index vertices of a graph by what an insert brings: [0|p|OUT] and [0|p|IN] by the
 * vertices that have their first triple with p, [0|0|OUT] by the predicates that have their first.
 * Owned by the writer.
 */
final class IndexVertices {

    private final MemoryRegion region;
    private final BlockAllocator allocator;
    private final WriteJournal journal;
    private final NeighbourLists lists;
    private final PidCounts counts;

    private StoredGraph graph;
    private int[] pids;
    private long[] predicates; // offset of each pid's PredicateDescriptor
    private long[] listOf = new long[64]; // by pid: the list that is being filled
    private int[] lengthOf = new int[64]; // by pid: how many ids it has by now

    IndexVertices(
            MemoryRegion region,
            BlockAllocator allocator,
            WriteJournal journal,
            NeighbourLists lists,
            PidCounts counts) {
        this.region = region;
        this.allocator = allocator;
        this.journal = journal;
        this.lists = lists;
        this.counts = counts;
    }

    /** Makes place for the predicates of an insert, ascending, in {@code ofGraph}. */
    void begin(StoredGraph ofGraph, int[] touchedPids) {
        graph = ofGraph;
        pids = touchedPids;
        predicates = new long[pids.length];
        VertexDirectory directory = graph.directory(StoredGraph.PREDICATES);
        directory.reserve(Arrays.stream(pids).asLongStream().toArray(), pids.length);
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
        long value = region.getLong(at);
        int length = NeighbourLists.length(region, value);
        long list = lists.roomFor(Keys.IN, value, newCount);
        for (int i = 0; i < newCount; i++) {
            lists.put(list, length + i, newPids[i]);
        }
        replace(at, value, lists.finish(Keys.IN, value, list, length + newCount));
    }

    /** Appends the vertices of the rows that are marked as new pairs to the direction's lists. */
    void fill(SortedTriples rows, int direction) {
        for (int i = 0; i < pids.length; i++) {
            int pid = pids[i];
            long value = region.getLong(PredicateDescriptor.list(predicates[i], direction));
            lengthOf[pid] = NeighbourLists.length(region, value);
            if (counts.pairs(pid, direction) > 0) {
                // No membership index: whether a vertex has p is asked of the vertex.
                listOf[pid] = lists.roomFor(Keys.IN, value, counts.pairs(pid, direction));
            }
        }
        for (int row = 0; row < rows.size(); row++) {
            if (rows.isNewPair(row)) {
                int pid = rows.pid(row);
                lists.put(listOf[pid], lengthOf[pid]++, rows.vertex(row));
            }
        }
        for (int i = 0; i < pids.length; i++) {
            long at = PredicateDescriptor.list(predicates[i], direction);
            long value = region.getLong(at);
            if (counts.pairs(pids[i], direction) > 0) {
                int pid = pids[i];
                replace(at, value, lists.finish(Keys.IN, value, listOf[pid], lengthOf[pid]));
            }
        }
    }

    /** Adds up the triples. */
    void finish(int tripleCount) {
        for (int i = 0; i < pids.length; i++) {
            long at = PredicateDescriptor.count(predicates[i]);
            journal.value(at, region.getLong(at) + counts.triples(pids[i]));
        }
        long at = GraphDescriptor.count(graph.head());
        journal.value(at, region.getLong(at) + tripleCount);
    }

    private void replace(long at, long value, long changed) {
        if (changed != value) {
            journal.value(at, changed);
        }
    }
}
