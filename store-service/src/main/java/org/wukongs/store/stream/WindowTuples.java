package org.wukongs.store.stream;

/**
 * The tuples of positions [from, to): how one finds the newest with a key and goes back from it.
 *
 * <p>Any thread, while {@code from} is not reclaimed. Chains are entered at their newest tuple,
 * which may be behind {@code to} and is skipped then. The ring's directory is read after the slot
 * that led to a position, and goes along from there.
 */
final class WindowTuples {

    static final long NONE = -1;

    private final StreamRing ring;
    private final IndexTables tables;
    private final long from;
    private final long to;
    private final boolean inCurrent;
    private final boolean inOld;

    WindowTuples(StreamRing ring, IndexTables tables, long from, long to) {
        this.ring = ring;
        this.tables = tables;
        this.from = from;
        this.to = to;
        this.inCurrent = to > tables.currentFrom();
        this.inOld = from < tables.currentFrom();
    }

    long from() {
        return from;
    }

    long to() {
        return to;
    }

    long[][] directory() {
        return ring.directory();
    }

    long[] chunk(long[][] directory, long position) {
        return ring.chunk(directory, position);
    }

    int at(long position) {
        return ring.at(position);
    }

    /**
     * What stands in the slot in which a key's search begins: that of the newer generation, or of
     * the older one where the newer one is empty there. 0 where the key has no tuple. Nothing is
     * read by it before a fence.
     */
    long home(int kind, long tag) {
        long word = 0;
        if (inCurrent) {
            long[] slots = tables.current()[kind];
            word = slots[Slots.home(tag, slots.length)];
        }
        if (inOld) {
            long[] slots = tables.old()[kind];
            long older = slots[Slots.home(tag, slots.length)];
            word = word == 0 ? older : word;
        }
        return word;
    }

    /** Brings the record of a slot into the cache; any number that depends on it. */
    long touch(long[][] directory, long word) {
        long position = Slots.position(word, to);
        return word == 0 || position < from ? 0 : chunk(directory, position)[at(position)];
    }

    /** As {@link #newest(int, long, long, long)}, with what {@link #home} said. */
    long newest(long word, int kind, long tag, long key, long object) {
        if (word == 0) {
            return NONE;
        }
        if (Slots.tagOf(word) == tag) {
            long position = Slots.position(word, to);
            if (position >= from && matches(kind, position, key, object)) {
                return position < to ? position : beforeEnd(kind, position);
            }
        }
        return newest(kind, tag, key, object);
    }

    /**
     * The newest position with a key, {@link #NONE} where the window has none. Those before it
     * follow by their distances until one is below {@link #from}.
     */
    long newest(int kind, long tag, long key, long object) {
        long found = NONE;
        if (inCurrent) {
            found = find(tables.current()[kind], kind, tag, key, object);
        }
        if (found == NONE && inOld) {
            found = find(tables.old()[kind], kind, tag, key, object);
        }
        return found < to ? found : beforeEnd(kind, found);
    }

    private long find(long[] slots, int kind, long tag, long key, long object) {
        int mask = slots.length - 1;
        int slot = Slots.home(tag, slots.length);
        for (long word = Slots.getAcquire(slots, slot);
                word != 0;
                word = Slots.getAcquire(slots, slot)) {
            if (Slots.tagOf(word) == tag) {
                long position = Slots.position(word, to);
                if (position >= from && matches(kind, position, key, object)) {
                    return position;
                }
            }
            slot = (slot + 1) & mask;
        }
        return NONE;
    }

    private boolean matches(int kind, long position, long key, long object) {
        return KeyKind.matches(
                kind, ring.chunk(ring.directory(), position), ring.at(position), key, object);
    }

    /** Skips what came after the window. */
    private long beforeEnd(int kind, long newest) {
        long[][] directory = ring.directory();
        long position = newest;
        while (position >= to) {
            long[] chunk = ring.chunk(directory, position);
            position -= KeyKind.toPrevious(kind, chunk, ring.at(position));
        }
        return position < from ? NONE : position;
    }

    /** Whether a tuple is the first in the window with its triple, so that it counts. */
    boolean isFirst(long position, long[] chunk, int at) {
        return position - TupleDescriptor.toPreviousSame(chunk, at) < from;
    }

    long eventTimeMs(long position) {
        return ring.eventTimeMs(position);
    }
}
