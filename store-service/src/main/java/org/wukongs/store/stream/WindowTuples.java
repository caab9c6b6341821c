package org.wukongs.store.stream;

/**
 * The tuples at positions [from, to): finds the newest one with a key, from which callers follow
 * the chain. A triple is in the window if the newest tuple with it is not a removal.
 *
 * <p>For any thread, while {@code from} is not reclaimed. Chains are entered at their newest tuple,
 * which is skipped if it is not before {@code to}. The ring's directory is read after the slot that
 * led to a position, and is passed along from there.
 */
final class WindowTuples {

    static final long NONE = -1;

    private final StreamRing ring;
    private final IndexTables tables;
    private final long from;
    private final long to;
    private final boolean inCurrent;
    private final boolean inOld;
    private final boolean removals;

    WindowTuples(StreamRing ring, IndexTables tables, long from, long to) {
        this.ring = ring;
        this.tables = tables;
        this.from = from;
        this.to = to;
        this.inCurrent = to > tables.currentFrom();
        this.inOld = from < tables.currentFrom();
        this.removals = tables.pids().hasRemovals(from, to);
    }

    long from() {
        return from;
    }

    long to() {
        return to;
    }

    /** Returns true if some tuple takes its triple back. */
    boolean hasRemovals() {
        return removals;
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
     * Returns the word of the slot at which a key's search starts: that of the newer generation or,
     * if it is empty, of the older one; 0 if the key has no tuple. A fence must follow before the
     * word's target is read.
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

    /** Loads the record of a slot into the cache; returns a number that depends on it. */
    long touch(long[][] directory, long word) {
        long position = Slots.position(word, to);
        return word == 0 || position < from ? 0 : chunk(directory, position)[at(position)];
    }

    /** Like {@link #newest(int, long, long, long)}, with the word from {@link #home}. */
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
     * Returns the newest position with a key, {@link #NONE} if the window has none. Earlier ones
     * follow by their distances, until one is below {@link #from}.
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

    /** Skips tuples after the window. */
    private long beforeEnd(int kind, long newest) {
        long[][] directory = ring.directory();
        long position = newest;
        while (position >= to) {
            long[] chunk = ring.chunk(directory, position);
            position -= KeyKind.toPrevious(kind, chunk, ring.at(position));
        }
        return position < from ? NONE : position;
    }

    /**
     * Returns true if a tuple is the first in the window with its triple, and the newest one with
     * that triple does not take it back: so each triple of the window counts once.
     */
    boolean counts(long position, long[] chunk, int at) {
        return position - TupleDescriptor.toPreviousSame(chunk, at) < from && isSaid(chunk, at);
    }

    /**
     * Returns true if a tuple is the first in the window with its key, and a triple of the window
     * has that key.
     */
    boolean countsAsVertex(int direction, long position, long[] chunk, int at) {
        return position - TupleDescriptor.toPrevious(direction, chunk, at) < from
                && (!removals || has(direction, KeyKind.key(direction, chunk, at)));
    }

    /** Returns true if a triple of the window has a key. */
    boolean has(int direction, long key) {
        long position = newest(direction, Slots.tag(Slots.hash(key)), key, 0);
        if (!removals) {
            return position != NONE;
        }
        long[][] directory = ring.directory();
        while (position >= from) {
            long[] chunk = ring.chunk(directory, position);
            int at = ring.at(position);
            if (isSaid(chunk, at)) {
                return true;
            }
            position -= TupleDescriptor.toPrevious(direction, chunk, at);
        }
        return false;
    }

    /** Returns true if the triple of one of the window's tuples is in the window. */
    boolean isSaid(long[] chunk, int at) {
        return !removals
                || newestOfTriple(TupleDescriptor.key(chunk, at), TupleDescriptor.object(chunk, at))
                        != NONE;
    }

    /** Returns the newest position of a triple, {@link #NONE} if it is not in the window. */
    long newestOfTriple(long key, long object) {
        long tag = Slots.tag(Slots.hash(key, object));
        return said(newest(KeyKind.TRIPLE, tag, key, object));
    }

    /** Like {@link #newestOfTriple(long, long)}, with the word from {@link #home}. */
    long newestOfTriple(long word, long key, long object) {
        long tag = Slots.tag(Slots.hash(key, object));
        return said(newest(word, KeyKind.TRIPLE, tag, key, object));
    }

    private long said(long newest) {
        boolean takenBack =
                removals
                        && newest != NONE
                        && TupleDescriptor.isRemoval(chunk(directory(), newest), at(newest));
        return takenBack ? NONE : newest;
    }

    long eventTimeMs(long position) {
        return ring.eventTimeMs(position);
    }
}
