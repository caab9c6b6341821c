package org.wukongs.store.streamindex;

import org.wukongs.store.transientstore.StreamRing;
import org.wukongs.store.transientstore.TransientMemory;

/**
 * Newest positions by key, of one kind, in two generations.
 *
 * <p>New tuples go to the current one, and a key that is not there is looked for in the old one.
 * When all positions that the old one can lead to are reclaimed, {@link #rotate} forgets it and the
 * current one becomes old; so nothing is ever deleted from a table. Owned by the store agent;
 * readers take the arrays from {@link IndexTables}.
 */
final class KeyTable {

    static final int SLOTS_MIN = 64;

    private static final int SLOTS_MAX = 1 << 30;

    /** Eighths of the slots that are occupied at most: 3.6 slots are seen to miss. */
    private static final int LOAD_EIGHTHS = 5;

    private final int kind;
    private final StreamRing ring;
    private final TransientMemory memory;
    private long[] current = new long[SLOTS_MIN];
    private long[] old = new long[SLOTS_MIN];
    private int count;

    KeyTable(int kind, StreamRing ring, TransientMemory memory) {
        this.kind = kind;
        this.ring = ring;
        this.memory = memory;
        memory.count(2L * SLOTS_MIN * Long.BYTES);
    }

    long[] current() {
        return current;
    }

    long[] old() {
        return old;
    }

    boolean isFull() {
        return count >= (long) current.length * LOAD_EIGHTHS / 8;
    }

    /**
     * Makes {@code position} the newest one of a key and returns the one before, -1 where there was
     * none that is not reclaimed. Not while {@link #isFull}.
     */
    long put(long hash, long key, long object, long position) {
        long tag = Slots.tag(hash);
        int mask = current.length - 1;
        int slot = Slots.home(tag, current.length);
        long word = current[slot];
        while (word != 0) {
            if (Slots.tagOf(word) == tag) {
                long before = Slots.position(word, position);
                if (before >= ring.tail() && matches(before, key, object)) {
                    Slots.putRelease(current, slot, Slots.word(tag, position));
                    return before;
                }
            }
            slot = (slot + 1) & mask;
            word = current[slot];
        }
        Slots.putRelease(current, slot, Slots.word(tag, position));
        count++;
        return findOld(tag, key, object, position);
    }

    private long findOld(long tag, long key, long object, long position) {
        int mask = old.length - 1;
        int slot = Slots.home(tag, old.length);
        for (long word = old[slot]; word != 0; word = old[slot]) {
            if (Slots.tagOf(word) == tag) {
                long before = Slots.position(word, position);
                if (before >= ring.tail() && matches(before, key, object)) {
                    return before;
                }
            }
            slot = (slot + 1) & mask;
        }
        return -1;
    }

    private boolean matches(long position, long key, long object) {
        return KeyKind.matches(kind, ring.chunk(position), ring.at(position), key, object);
    }

    /**
     * Twice the slots for the current generation. Readers of the array before do not miss anything:
     * it leads to all positions that were published.
     */
    void grow() {
        if (current.length == SLOTS_MAX) {
            throw new IllegalStateException("too many keys: slots=" + SLOTS_MAX);
        }
        long[] larger = new long[current.length * 2];
        int mask = larger.length - 1;
        for (long word : current) {
            if (word != 0) {
                int slot = Slots.home(Slots.tagOf(word), larger.length);
                while (larger[slot] != 0) {
                    slot = (slot + 1) & mask;
                }
                larger[slot] = word;
            }
        }
        memory.count((long) (larger.length - current.length) * Long.BYTES);
        current = larger;
    }

    /** All positions of the old generation are reclaimed. */
    void rotate() {
        int slots = SLOTS_MIN;
        while ((long) slots * LOAD_EIGHTHS / 8 <= count) {
            slots *= 2;
        }
        memory.count((long) (slots - old.length) * Long.BYTES);
        old = current;
        current = new long[slots];
        count = 0;
    }

    void free() {
        memory.count(-(long) (current.length + old.length) * Long.BYTES);
    }
}
