package org.wukongs.store.dictionary;

import static org.agrona.UnsafeAccess.UNSAFE;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.agrona.collections.LongArrayList;

/**
 * Map from vid to entry ({@link VidEntryDescriptor}) for the vids of one stripe: pages of an array
 * in which the stripe's partitions are interleaved, because their counters rise together. Pages
 * without entries need not exist.
 *
 * <p>One writer at a time (the caller's lock); reads take no lock. A page that was freed is used
 * again after the next {@link #reuseFreed}.
 */
final class VidTable {

    private static final VarHandle PAGES = MethodHandles.arrayElementVarHandle(long[].class);

    /** Small, because a page stays with the last of its entries. */
    private static final int PAGE_SHIFT = 6;

    static final int PAGE_ENTRIES = 1 << PAGE_SHIFT;
    private static final int PAGE_BYTES = PAGE_ENTRIES * Long.BYTES;

    /** Pages that are allocated together. */
    private static final int BLOCK_PAGES = 8;

    private static final int GROUP_PAGES_SHIFT = 9;
    private static final int GROUP_PAGES = 1 << GROUP_PAGES_SHIFT;
    private static final int GROUP_SHIFT = PAGE_SHIFT + GROUP_PAGES_SHIFT; // of a place

    private final OffHeapMemory memory;
    private final LongArrayList free = new LongArrayList(); // pages without entries
    private final LongArrayList freed = new LongArrayList(); // that readers may still see
    // addresses of pages in groups; null: a group without pages
    private volatile long[][] groups = new long[1][];

    VidTable(OffHeapMemory memory) {
        this.memory = memory;
    }

    /** Returns the entry of a vid, 0 if nothing is known of it. */
    long get(long vid) {
        return at(TermStripe.indexOf(vid));
    }

    /** Like {@link #get}, by the vid's place. */
    long at(long place) {
        long page = place < 0 ? 0 : page(place);
        return page == 0 ? 0 : UNSAFE.getLongVolatile(null, address(page, place));
    }

    /** Returns the address of a place's page, 0 if it does not exist. */
    private long page(long place) {
        long[][] now = groups;
        long group = place >>> GROUP_SHIFT;
        long[] pages = group < now.length ? now[(int) group] : null;
        return pages == null ? 0 : (long) PAGES.getAcquire(pages, pageInGroup(place));
    }

    private static int pageInGroup(long place) {
        return (int) (place >>> PAGE_SHIFT) & GROUP_PAGES - 1;
    }

    void put(long vid, long entry) {
        long place = TermStripe.indexOf(vid);
        long page = page(place);
        UNSAFE.putOrderedLong(null, address(page == 0 ? newPage(place) : page, place), entry);
    }

    private long newPage(long place) {
        int group = Math.toIntExact(place >>> GROUP_SHIFT);
        long[][] grown = groups;
        if (group >= grown.length) {
            grown = Arrays.copyOf(grown, Math.max(group + 1, grown.length * 2));
        }
        if (grown[group] == null) {
            grown[group] = new long[GROUP_PAGES];
        }
        if (free.isEmpty()) {
            allocatePages();
        }
        long page = free.removeAt(free.size() - 1);
        PAGES.setRelease(grown[group], pageInGroup(place), page);
        groups = grown;
        return page;
    }

    private void allocatePages() {
        long block = memory.allocateZeroed(BLOCK_PAGES * PAGE_BYTES);
        for (int i = BLOCK_PAGES - 1; i >= 0; i--) {
            free.addLong(block + (long) i * PAGE_BYTES);
        }
    }

    /** Forgets an entry that was perhaps put. */
    void forget(long place) {
        if (page(place) != 0) {
            replaceVolatile(place, 0);
        }
    }

    /** Replaces the entry at a place whose page exists; loads that follow come after it. */
    void replaceVolatile(long place, long entry) {
        UNSAFE.putLongVolatile(null, address(page(place), place), entry);
    }

    /** Returns a number of places above all those with a page, a multiple of a page's. */
    long size() {
        return (long) groups.length << GROUP_SHIFT;
    }

    /**
     * Returns the first place of the first page that exists from {@code from} on, itself the first
     * place of a page; -1 if there is none.
     */
    long nextPage(long from) {
        long[][] now = groups;
        long place = from;
        while (place >>> GROUP_SHIFT < now.length) {
            long[] pages = now[(int) (place >>> GROUP_SHIFT)];
            if (pages == null) {
                place = ((place >>> GROUP_SHIFT) + 1) << GROUP_SHIFT;
            } else if ((long) PAGES.getAcquire(pages, pageInGroup(place)) == 0) {
                place += PAGE_ENTRIES;
            } else {
                return place;
            }
        }
        return -1;
    }

    /** Frees the page of a place; it has no entries. */
    void freePage(long place) {
        int group = (int) (place >>> GROUP_SHIFT);
        long[] pages = groups[group];
        freed.addLong(page(place));
        PAGES.setRelease(pages, pageInGroup(place), 0L);
        if (Arrays.stream(pages).allMatch(page -> page == 0)) {
            long[][] changed = groups;
            changed[group] = null;
            groups = changed;
        }
    }

    /** Lets pages that were freed before be used again: no reader sees them any longer. */
    void reuseFreed() {
        free.addAll(freed);
        freed.clear();
    }

    /** Returns the bytes of pages that do not exist any longer. */
    long freeBytes() {
        return (long) (free.size() + freed.size()) * PAGE_BYTES;
    }

    private static long address(long page, long place) {
        return page + ((place & (PAGE_ENTRIES - 1)) << 3);
    }
}
