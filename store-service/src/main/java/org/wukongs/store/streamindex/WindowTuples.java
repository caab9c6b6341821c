package org.wukongs.store.streamindex;

import org.wukongs.store.transientstore.StreamRing;
import org.wukongs.store.transientstore.TupleDescriptor;

/**
 * The tuples of positions [from, to): how one finds the newest with a key and goes back from it.
 *
 * <p>Any thread, while {@code from} is not reclaimed. Chains are entered at their newest tuple,
 * which may be behind {@code to} and is skipped then.
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

    /** The newest position with a key, {@link #NONE} where the window has none. */
    long newest(int kind, long hash, long key, long object) {
        long tag = Slots.tag(hash);
        long found = NONE;
        if (inCurrent) {
            found = find(tables.current()[kind], kind, tag, key, object);
        }
        if (found == NONE && inOld) {
            found = find(tables.old()[kind], kind, tag, key, object);
        }
        while (found >= to) {
            found = previous(kind, found);
        }
        return found;
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
        return KeyKind.matches(kind, ring.chunk(position), ring.at(position), key, object);
    }

    /** The position before with the same key, {@link #NONE} where it is not in the window. */
    long previous(int kind, long position) {
        long distance = KeyKind.toPrevious(kind, ring.chunk(position), ring.at(position));
        return distance == 0 || position - distance < from ? NONE : position - distance;
    }

    /** Whether a tuple is the first in the window with its key or triple, so that it counts. */
    boolean isFirst(int kind, long position) {
        return previous(kind, position) == NONE;
    }

    long subject(long position) {
        return TupleDescriptor.subject(ring.chunk(position), ring.at(position));
    }

    long object(long position) {
        return TupleDescriptor.object(ring.chunk(position), ring.at(position));
    }

    long eventTimeMs(long position) {
        return ring.eventTimeMs(position);
    }
}
