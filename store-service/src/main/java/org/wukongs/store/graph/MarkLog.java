package org.wukongs.store.graph;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;

/**
 * The marks of all snapshots that some reader may not see yet. When no reader holds or can get a
 * snapshot before that of an arena, plain values replace the arena's marks.
 *
 * <p>Invariants: arenas ascend by snapshot, each thread of an insert has one; a value is marked iff
 * a snapshot with an arena here touched its key; along a key's chain of marks snapshots descend; a
 * mark that no held snapshot needs is removed from the chain when a newer mark is added, so that a
 * key has at most two marks, plus one for each older snapshot that is held. Owned by the writer.
 */
final class MarkLog {

    /**
     * Marks may take an eighth of the graphs' budget. With 4 GiB, that is room for 500 snapshots of
     * 13,000 triples each of a stream: most of a minute.
     */
    private static final int BUDGET_SHIFT = 3;

    private static final long[] NONE = {};

    private final MemoryRegion region;
    private final RetiredBlocks retired;
    private final ReaderEpochs epochs;
    private final VertexRecord record;
    private final long budgetBytes;
    private final ArrayDeque<MarkArena> published = new ArrayDeque<>();
    private final MarkWriter[] writers; // one for each thread of an insert
    private int writersBegun; // of the current insert
    private long sn;
    private long[] held = NONE; // by readers, of snapshots before the published one
    private volatile long publishedBytes; // owner: the writer

    MarkLog(
            MemoryRegion region,
            BlockAllocator allocator,
            RetiredBlocks retired,
            ReaderEpochs epochs,
            PredicateSets sets,
            int writerCount) {
        this.region = region;
        this.record = new VertexRecord(region, sets);
        this.retired = retired;
        this.epochs = epochs;
        this.writers = new MarkWriter[writerCount];
        Arrays.setAll(writers, i -> new MarkWriter(region, allocator));
        this.budgetBytes = region.sizeBytes() >>> BUDGET_SHIFT;
    }

    /** Starts a snapshot; all marks belong to it until {@link #endSnapshot}. */
    void beginSnapshot(long number) {
        sn = number;
        retireOld();
    }

    /** Ends the snapshot, which has been published. */
    void endSnapshot() {
        for (MarkWriter writer : writers) {
            MarkArena arena = writer.end();
            if (arena != null) {
                published.add(arena);
            }
        }
        retireOld();
        limitMemory();
        publishedBytes = bytes();
    }

    /** Returns the mark writer of thread {@code number} of an insert. */
    MarkWriter writer(int number) {
        return writers[number];
    }

    /**
     * Starts marks by the first {@code writerCount} writers; they can be undone together with the
     * allocator's changes.
     */
    void begin(int writerCount) {
        writersBegun = writerCount;
        for (int i = 0; i < writerCount; i++) {
            writers[i].begin(sn, held);
        }
    }

    /** Sets the graph of further marks. */
    void turnTo(StoredGraph graph) {
        for (int i = 0; i < writersBegun; i++) {
            writers[i].turnTo(graph);
        }
    }

    void rollback() {
        for (int i = 0; i < writersBegun; i++) {
            writers[i].rollback();
        }
    }

    private long older(long mark) {
        return region.getLong(mark + MarkDescriptor.OLDER_OFFSET);
    }

    // Retirement

    /**
     * Removes, between snapshots, marks that no reader needs any longer because readers have left,
     * so that new readers meet few marks. Returns the number of snapshots whose marks were removed;
     * cheap if there are none.
     */
    int retireLeft() {
        if (published.isEmpty() || published.peek().sn() > epochs.oldestHeldSnapshot()) {
            return 0;
        }
        int before = published.size();
        retireOld();
        publishedBytes = bytes();
        return before - published.size();
    }

    private void retireOld() {
        held = published.isEmpty() ? NONE : epochs.heldSnapshots();
        long oldest = held.length == 0 ? epochs.publishedSnapshot() : held[0];
        while (!published.isEmpty() && published.peek().sn() <= oldest) {
            MarkArena old = published.poll();
            old.forEach(this::unmark);
            old.forEachGraph(StoredGraph::reclaimForgotten);
            old.forEachBlock(retired::retire);
        }
    }

    private void unmark(StoredGraph ofGraph, long mark) {
        long key = region.getLong(mark + MarkDescriptor.KEY_OFFSET);
        long at = place(ofGraph, key);
        if (at == 0) {
            return; // its newest mark, another writer's, has gone before it, and left nothing
        }
        long word = region.getLong(at);
        if (!ValueDescriptor.isMarked(word)) {
            return;
        }
        long newest = ValueDescriptor.offset(word);
        if (newest == mark) {
            boolean isEmpty = unmark(mark, at, word);
            if (isEmpty && Keys.vid(key) != Vids.INDEX_VERTEX) {
                forgetEmpty(ofGraph, Keys.vid(key), Keys.direction(key));
            }
        } else {
            cut(newest, mark);
        }
    }

    /** Removes the newest mark of a key; returns true if the key has no neighbours. */
    private boolean unmark(long mark, long at, long word) {
        long value = region.getLong(mark + MarkDescriptor.VALUE_OFFSET);
        if (ValueDescriptor.isList(value)) {
            // Of a tree without tail the length is the same already.
            region.putIntRelease(
                    ValueDescriptor.offset(value) + ListDescriptor.LENGTH_OFFSET,
                    region.getInt(mark + MarkDescriptor.LENGTH_OFFSET));
        }
        region.putLongRelease(at, ValueDescriptor.word(ValueDescriptor.set(word), value));
        return value == 0;
    }

    /** Reclaims the word and the record of a vertex that has lost all neighbours of a direction. */
    private void forgetEmpty(StoredGraph ofGraph, long vid, int direction) {
        long at = ofGraph.directory(direction).find(vid);
        long before = region.getLong(at);
        record.read(at);
        for (int place = 0; place < record.count(); place++) {
            if (record.value(place) != 0) {
                return;
            }
        }
        ofGraph.countVertex(direction, before, 0);
        region.putLongRelease(at, 0);
        ofGraph.directory(direction).forget(vid);
        if (record.hasBlock()) {
            retired.retire(record.block(), record.blockGranules());
        }
    }

    /** Ends the chain before a mark, if the chain has the mark. */
    private void cut(long newest, long mark) {
        long before = newest;
        while (before != 0 && older(before) != mark) {
            before = older(before);
        }
        if (before != 0) {
            region.putLongRelease(before + MarkDescriptor.OLDER_OFFSET, 0);
        }
    }

    /** Returns the offset of a key's value, 0 if there is none. */
    private long place(StoredGraph ofGraph, long key) {
        long vid = Keys.vid(key);
        int pid = (int) Keys.pid(key);
        int direction = Keys.direction(key);
        if (vid != Vids.INDEX_VERTEX) {
            return ofGraph.kernels().place(vid, pid, direction);
        }
        if (pid == Keys.PREDICATES) {
            return GraphDescriptor.predicates(ofGraph.head());
        }
        long word = ofGraph.directory(StoredGraph.PREDICATES).word(pid);
        return PredicateDescriptor.list(ValueDescriptor.offset(word), direction);
    }

    // Limits

    /** If marks take too much memory, tells readers of the oldest snapshots to give up. */
    private void limitMemory() {
        long over = bytes() - budgetBytes;
        if (over <= 0) {
            return;
        }
        long from = 0;
        for (MarkArena old : published) {
            if (over <= 0) {
                break;
            }
            over -= old.bytes();
            from = old.sn();
        }
        epochs.allowSnapshotsFrom(from);
    }

    /** Returns the memory of all marks after the last snapshot. Any thread. */
    long publishedBytes() {
        return publishedBytes;
    }

    /** Returns the memory of all marks. */
    long bytes() {
        long bytes = 0;
        for (MarkWriter writer : writers) {
            bytes += writer.bytes();
        }
        for (MarkArena old : published) {
            bytes += old.bytes();
        }
        return bytes;
    }

    /** Returns true if a snapshot has an arena; chains have only marks of such snapshots. */
    boolean hasArena(long number) {
        return Arrays.stream(writers).anyMatch(writer -> writer.hasArena(number))
                || published.stream().anyMatch(old -> old.sn() == number);
    }

    void forEachBlock(BlockVisitor visitor) {
        published.forEach(old -> old.forEachBlock(visitor));
        for (MarkWriter writer : writers) {
            writer.forEachBlock(visitor);
        }
    }
}
