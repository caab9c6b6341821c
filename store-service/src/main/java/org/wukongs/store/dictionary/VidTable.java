package org.wukongs.store.dictionary;

import static org.agrona.UnsafeAccess.UNSAFE;

import java.util.Arrays;

/**
 * Map from vid to entry ({@link VidEntryDescriptor}) for the vids of one stripe: pages of an array
 * in which the stripe's partitions are interleaved, because their counters rise together.
 *
 * <p>One writer at a time (the caller's lock); reads take no lock.
 */
final class VidTable {

    private static final int PAGE_SHIFT = 9;
    private static final int PAGE_ENTRIES = 1 << PAGE_SHIFT;
    private static final int PAGE_BYTES = PAGE_ENTRIES * Long.BYTES;

    private final OffHeapMemory memory;
    private volatile long[] pages = new long[1];

    VidTable(OffHeapMemory memory) {
        this.memory = memory;
    }

    /** Returns the entry of a vid, 0 if nothing is known of it. */
    long get(long vid) {
        return at(TermStripe.indexOf(vid));
    }

    /** Like {@link #get}, by the vid's place. */
    long at(long index) {
        long[] pages = this.pages;
        if (index < 0 || index >>> PAGE_SHIFT >= pages.length) {
            return 0;
        }
        long page = pages[(int) (index >>> PAGE_SHIFT)];
        return page == 0 ? 0 : UNSAFE.getLongVolatile(null, address(page, index));
    }

    void put(long vid, long entry) {
        long index = TermStripe.indexOf(vid);
        int page = Math.toIntExact(index >>> PAGE_SHIFT);
        long[] grown = pages;
        if (page >= grown.length) {
            grown = Arrays.copyOf(grown, Math.max(page + 1, grown.length * 2));
        }
        if (grown[page] == 0) {
            grown[page] = memory.allocateZeroed(PAGE_BYTES);
        }
        pages = grown;
        UNSAFE.putOrderedLong(null, address(grown[page], index), entry);
    }

    private static long address(long page, long index) {
        return page + ((index & (PAGE_ENTRIES - 1)) << 3);
    }
}
