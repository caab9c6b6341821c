package org.wukongs.store.update;

import java.util.Arrays;
import org.agrona.collections.Hashing;
import org.wukongs.store.graph.TripleBuffer;

/**
 * A set of triples on the heap: an open-addressed table of subject, predicate and object. Owned by
 * one thread.
 *
 * <p>Invariant: at most half of the slots have a triple; a free slot has the subject 0.
 */
final class TripleSet {

    /** Of a slot; with its load, a triple takes 48 to 96 bytes. */
    private static final int SLOT_LONGS = 3;

    private static final int SLOTS_MIN = 16;

    private long[] slots = new long[SLOTS_MIN * SLOT_LONGS];
    private int mask = SLOTS_MIN - 1;
    private int size;

    int size() {
        return size;
    }

    long memoryBytes() {
        return (long) slots.length * Long.BYTES;
    }

    boolean contains(long subject, long predicate, long object) {
        return slots[slot(subject, predicate, object) * SLOT_LONGS] != 0;
    }

    /** Returns false if the set has the triple already. */
    boolean add(long subject, long predicate, long object) {
        if (size * 2 > mask) {
            grow();
        }
        int at = slot(subject, predicate, object) * SLOT_LONGS;
        if (slots[at] != 0) {
            return false;
        }
        slots[at] = subject;
        slots[at + 1] = predicate;
        slots[at + 2] = object;
        size++;
        return true;
    }

    /** Returns false if the set does not have the triple. */
    boolean remove(long subject, long predicate, long object) {
        int free = slot(subject, predicate, object);
        if (slots[free * SLOT_LONGS] == 0) {
            return false;
        }
        size--;
        int next = free;
        while (true) {
            slots[free * SLOT_LONGS] = 0;
            // Moves a later triple into the gap if it could not be found behind it.
            int home;
            do {
                next = next + 1 & mask;
                int at = next * SLOT_LONGS;
                if (slots[at] == 0) {
                    return true;
                }
                home = home(slots[at], slots[at + 1], slots[at + 2]);
            } while ((next - home & mask) < (next - free & mask));
            System.arraycopy(slots, next * SLOT_LONGS, slots, free * SLOT_LONGS, SLOT_LONGS);
            free = next;
        }
    }

    void clear() {
        slots = new long[SLOTS_MIN * SLOT_LONGS];
        mask = SLOTS_MIN - 1;
        size = 0;
    }

    /** Receives triples. */
    interface Visitor {
        void triple(long subject, long predicate, long object);
    }

    void forEach(Visitor visitor) {
        for (int at = 0; at < slots.length; at += SLOT_LONGS) {
            if (slots[at] != 0) {
                visitor.triple(slots[at], slots[at + 1], slots[at + 2]);
            }
        }
    }

    TripleBuffer buffer() {
        TripleBuffer buffer = new TripleBuffer(size);
        forEach(buffer::append);
        return buffer;
    }

    /** The slot of a triple, or the free slot where it belongs. */
    private int slot(long subject, long predicate, long object) {
        int slot = home(subject, predicate, object);
        while (true) {
            int at = slot * SLOT_LONGS;
            boolean same =
                    slots[at] == subject && slots[at + 1] == predicate && slots[at + 2] == object;
            if (same || slots[at] == 0) {
                return slot;
            }
            slot = slot + 1 & mask;
        }
    }

    private int home(long subject, long predicate, long object) {
        return Hashing.hash((subject * 31 + predicate) * 0x9E3779B97F4A7C15L + object, mask);
    }

    private void grow() {
        long[] old = slots;
        slots = new long[Math.multiplyExact(old.length, 2)];
        mask = mask * 2 + 1;
        for (int at = 0; at < old.length; at += SLOT_LONGS) {
            if (old[at] != 0) {
                int to = slot(old[at], old[at + 1], old[at + 2]) * SLOT_LONGS;
                System.arraycopy(old, at, slots, to, SLOT_LONGS);
            }
        }
        Arrays.fill(old, 0);
    }
}
