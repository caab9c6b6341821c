package org.wukongs.store.graph;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * The decoded record of a vertex in one direction: its predicates, and the offset of each value.
 * Reused for the next vertex; owned by one thread.
 */
final class VertexRecord {

    private final MemoryRegion region;
    private final LongUnaryOperator words;
    private final PredicateSets sets;
    private int[] ownPids = new int[16];
    private int[] pids = ownPids;
    private int count;
    private int set;
    private long record;
    private long at;

    VertexRecord(MemoryRegion region, PredicateSets sets) {
        this(region, region::getLongAcquire, sets);
    }

    /** {@code words} returns words and values by their offsets. */
    VertexRecord(MemoryRegion region, LongUnaryOperator words, PredicateSets sets) {
        this.region = region;
        this.words = words;
        this.sets = sets;
    }

    /** Reads the word at {@code wordAt}; it may be 0. */
    void read(long wordAt) {
        long word = words.applyAsLong(wordAt);
        at = wordAt;
        set = ValueDescriptor.set(word);
        record = ValueDescriptor.offset(word);
        if (set != PredicateSets.OWN) {
            pids = sets.pids(set);
            count = pids.length;
            return;
        }
        count = word == 0 ? 0 : region.getInt(record + RecordDescriptor.COUNT_OFFSET);
        if (count > ownPids.length) {
            ownPids = new int[count * 2];
        }
        pids = ownPids;
        for (int place = 0; place < count; place++) {
            pids[place] = region.getInt(RecordDescriptor.ownPid(record, place));
        }
    }

    int count() {
        return count;
    }

    int set() {
        return set;
    }

    int pid(int place) {
        return pids[place];
    }

    /** Returns the place of a predicate, -1 if the vertex does not have it. */
    int place(int pid) {
        return Math.max(-1, Arrays.binarySearch(pids, 0, count, pid));
    }

    /**
     * Returns the offset of a value, which is in the directory itself for a set of one predicate.
     */
    long valueAt(int place) {
        if (set == PredicateSets.OWN) {
            return RecordDescriptor.ownValue(record, count, place);
        }
        return count == 1 ? at : RecordDescriptor.value(record, place);
    }

    long value(int place) {
        return ValueDescriptor.value(words.applyAsLong(valueAt(place)));
    }

    /** Returns true if there is a block besides the directory word. */
    boolean hasBlock() {
        return count > 1 || (count == 1 && set == PredicateSets.OWN);
    }

    long block() {
        return record;
    }

    long blockGranules() {
        return set == PredicateSets.OWN
                ? RecordDescriptor.ownGranules(count)
                : RecordDescriptor.granules(count);
    }
}
