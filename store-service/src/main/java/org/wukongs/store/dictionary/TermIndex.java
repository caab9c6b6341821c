package org.wukongs.store.dictionary;

import static org.agrona.UnsafeAccess.UNSAFE;

import org.wukongs.error.WukongsException;

/**
 * Hash index over records: extendible hashing (Fagin et al., TODS 1979) with segments of linear
 * probing. The tag's high bits choose the directory entry, its low bits the slot, so that a segment
 * splits without reading terms, and no table ever exists twice.
 *
 * <p>One writer at a time (the caller's lock). If a reader without the lock finds a record, it is
 * right, as long as the record has a vid ({@link TermRecords}). If it finds nothing, it must make
 * sure that there was no writer meanwhile, because splits and removals move entries.
 */
final class TermIndex {

    /** Test for the record that is sought. */
    interface Match {
        boolean matches(TermRecords records, int ref);
    }

    /** Result of a look-up that finds no record. */
    static final int NONE = 0;

    /**
     * Entries of a full segment: at a load of 0.8, an unsuccessful look-up reads 13 slots on
     * average.
     */
    private static final int COUNT_MAX = IndexSegmentDescriptor.SLOT_COUNT * 4 / 5;

    /**
     * The low 9 bits of a tag choose the slot; 2^22 segments have room for a thousand million
     * terms.
     */
    private static final int DEPTH_MAX = 22;

    private final OffHeapMemory memory;
    private final TermRecords records;
    private volatile long[] directory;

    TermIndex(OffHeapMemory memory, TermRecords records) {
        this.memory = memory;
        this.records = records;
    }

    /**
     * Returns the ref of the first record with this tag that matches, {@link #NONE} if none does.
     */
    int find(int tag, Match match) {
        long[] directory = this.directory;
        if (directory == null) {
            return NONE;
        }
        long segment = segment(directory, tag);
        for (int i = 0; i < IndexSegmentDescriptor.SLOT_COUNT; i++) {
            long slot =
                    UNSAFE.getLongVolatile(
                            null, IndexSegmentDescriptor.slotAddress(segment, tag + i));
            if (slot == 0) {
                return NONE;
            }
            if (IndexSegmentDescriptor.tag(slot) == tag
                    && match.matches(records, IndexSegmentDescriptor.ref(slot))) {
                return IndexSegmentDescriptor.ref(slot);
            }
        }
        return NONE;
    }

    /**
     * Returns the slot at which a search for the tag starts, 0 if it is empty. For bulk look-ups:
     * such reads do not wait for each other, so that cache misses overlap.
     */
    long firstSlot(int tag) {
        long[] directory = this.directory;
        return directory == null
                ? 0
                : UNSAFE.getLongVolatile(
                        null, IndexSegmentDescriptor.slotAddress(segment(directory, tag), tag));
    }

    /**
     * Returns the first slot with this tag, given the one at which the search starts; 0 if there is
     * none, or a concurrent writer hides it.
     */
    long slotOf(int tag, long firstSlot) {
        long slot = firstSlot;
        for (int i = 1; slot != 0 && IndexSegmentDescriptor.tag(slot) != tag; i++) {
            if (i == IndexSegmentDescriptor.SLOT_COUNT) {
                return 0;
            }
            slot =
                    UNSAFE.getLongVolatile(
                            null,
                            IndexSegmentDescriptor.slotAddress(segment(directory, tag), tag + i));
        }
        return slot;
    }

    /** Adds a new record, splitting segments as needed. */
    void insert(int tag, int ref) {
        if (directory == null) {
            directory = new long[] {memory.allocateZeroed(IndexSegmentDescriptor.BYTES)};
        }
        long segment = segment(directory, tag);
        while (count(segment) >= COUNT_MAX) {
            split(segment, tag);
            segment = segment(directory, tag);
        }
        put(segment, IndexSegmentDescriptor.slot(tag, ref));
    }

    /** Lets the slot of a record name its copy. */
    void replace(int tag, int ref, int copy) {
        long segment = segment(directory, tag);
        long at = IndexSegmentDescriptor.slotAddress(segment, place(segment, tag, ref));
        UNSAFE.putLongVolatile(null, at, IndexSegmentDescriptor.slot(tag, copy));
    }

    /**
     * Removes a record. Entries after it that are not at their first choice move up, so that a
     * search still ends at the first empty slot.
     */
    void remove(int tag, int ref) {
        long segment = segment(directory, tag);
        int free = place(segment, tag, ref);
        for (int at = free + 1; ; at++) {
            long slot = UNSAFE.getLong(IndexSegmentDescriptor.slotAddress(segment, at));
            if (slot == 0) {
                break;
            }
            int home = IndexSegmentDescriptor.tag(slot);
            int distance = at - home & IndexSegmentDescriptor.SLOT_COUNT - 1;
            if (distance >= at - free) {
                long to = IndexSegmentDescriptor.slotAddress(segment, free);
                UNSAFE.putLongVolatile(null, to, slot);
                free = at;
            }
        }
        UNSAFE.putLongVolatile(null, IndexSegmentDescriptor.slotAddress(segment, free), 0);
        UNSAFE.putInt(segment + IndexSegmentDescriptor.COUNT_OFFSET, count(segment) - 1);
    }

    /** Returns the number of a record's slot, from its first choice on. */
    private static int place(long segment, int tag, int ref) {
        long slot = IndexSegmentDescriptor.slot(tag, ref);
        int at = tag;
        while (UNSAFE.getLong(IndexSegmentDescriptor.slotAddress(segment, at)) != slot) {
            if (at == tag + IndexSegmentDescriptor.SLOT_COUNT) {
                throw new IllegalStateException("a term is not in the index: ref=" + ref);
            }
            at++;
        }
        return at;
    }

    private static long segment(long[] directory, int tag) {
        int shift = Integer.numberOfLeadingZeros(directory.length) + 1;
        return directory[(int) (Integer.toUnsignedLong(tag) >>> shift)];
    }

    private static int count(long segment) {
        return UNSAFE.getInt(segment + IndexSegmentDescriptor.COUNT_OFFSET);
    }

    private static void put(long segment, long slot) {
        int at = IndexSegmentDescriptor.tag(slot);
        while (UNSAFE.getLong(IndexSegmentDescriptor.slotAddress(segment, at)) != 0) {
            at++;
        }
        UNSAFE.putOrderedLong(null, IndexSegmentDescriptor.slotAddress(segment, at), slot);
        UNSAFE.putInt(segment + IndexSegmentDescriptor.COUNT_OFFSET, count(segment) + 1);
    }

    /** Moves the entries whose next bit of the tag is set to a new segment. */
    private void split(long segment, int tag) {
        int depth = UNSAFE.getInt(segment + IndexSegmentDescriptor.DEPTH_OFFSET) + 1;
        if (depth > DEPTH_MAX) {
            throw WukongsException.fatal(
                    "the dictionary is full, too many terms have similar hashes: depthMax="
                            + DEPTH_MAX);
        }
        long sibling = memory.allocateZeroed(IndexSegmentDescriptor.BYTES);
        long[] slots = take(segment);
        int bit = 1 << (Integer.SIZE - depth);
        for (long slot : slots) {
            if (slot != 0) {
                put((IndexSegmentDescriptor.tag(slot) & bit) == 0 ? segment : sibling, slot);
            }
        }
        UNSAFE.putInt(segment + IndexSegmentDescriptor.DEPTH_OFFSET, depth);
        UNSAFE.putInt(sibling + IndexSegmentDescriptor.DEPTH_OFFSET, depth);
        directory = withSibling(segment, sibling, depth, tag);
    }

    /**
     * Empties a segment and returns its entries; works word by word, because readers may be active.
     */
    private static long[] take(long segment) {
        long[] slots = new long[IndexSegmentDescriptor.SLOT_COUNT];
        for (int i = 0; i < slots.length; i++) {
            long address = IndexSegmentDescriptor.slotAddress(segment, i);
            slots[i] = UNSAFE.getLong(address);
            UNSAFE.putLongVolatile(null, address, 0);
        }
        UNSAFE.putInt(segment + IndexSegmentDescriptor.COUNT_OFFSET, 0);
        return slots;
    }

    /**
     * Returns the directory in which the half of the segment's range with the bit set belongs to
     * the sibling.
     */
    private long[] withSibling(long segment, long sibling, int depth, int tag) {
        long[] grown = directory;
        if (1 << depth > grown.length) {
            grown = new long[directory.length * 2];
            for (int i = 0; i < grown.length; i++) {
                grown[i] = directory[i >>> 1];
            }
        }
        int directoryDepth = Integer.numberOfTrailingZeros(grown.length);
        int perHalf = 1 << (directoryDepth - depth);
        int half = (int) (Integer.toUnsignedLong(tag) >>> (Integer.SIZE - depth)) | 1;
        for (int i = half * perHalf; i < (half + 1) * perHalf; i++) {
            if (grown[i] != segment) {
                throw new IllegalStateException(
                        "a directory entry does not belong to its segment: entry=" + i);
            }
            grown[i] = sibling;
        }
        return grown;
    }
}
