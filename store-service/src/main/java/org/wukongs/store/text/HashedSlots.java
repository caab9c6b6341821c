package org.wukongs.store.text;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A bounded map from hashes to values. A hash has a few slots, and a new value takes the place of
 * one that was not used lately. Several values may have one hash. Any thread; reading takes no
 * lock.
 */
final class HashedSlots<V> {

    /** Slots that a hash may use. */
    static final int WAY_COUNT = 8;

    /** A value in its slot. */
    static final class Slot<V> {

        private final long hash;
        private final V value;
        private volatile boolean used = true;

        private Slot(long hash, V value) {
            this.hash = hash;
            this.value = value;
        }

        V value() {
            return value;
        }
    }

    private final AtomicReferenceArray<Slot<V>> slots;
    private final int setBits;

    /** Makes a map for at most {@code countMax} values, a power of two. */
    HashedSlots(int countMax) {
        slots = new AtomicReferenceArray<>(countMax);
        setBits = Integer.numberOfTrailingZeros(countMax / WAY_COUNT);
    }

    /** Returns the value of a hash in one of its slots, null if there is none. */
    V get(long hash, int way) {
        Slot<V> slot = slots.get(first(hash) + way);
        if (slot == null || slot.hash != hash) {
            return null;
        }
        if (!slot.used) {
            slot.used = true;
        }
        return slot.value;
    }

    /** Returns a value of a hash, null if there is none. */
    V get(long hash) {
        for (int way = 0; way < WAY_COUNT; way++) {
            V value = get(hash, way);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    /** Adds a value; with {@code alone}, in place of those with the same hash. */
    synchronized void put(long hash, V value, boolean alone) {
        int first = first(hash);
        int chosen = -1;
        for (int way = 0; way < WAY_COUNT; way++) {
            Slot<V> slot = slots.get(first + way);
            if (slot != null && alone && slot.hash == hash) {
                slots.set(first + way, null);
                slot = null;
            }
            chosen = slot == null ? first + way : chosen;
        }
        slots.set(chosen < 0 ? leastUsed(first) : chosen, new Slot<>(hash, value));
    }

    /** Returns a slot not used since all of its set were; begins anew if there is none. */
    private int leastUsed(int first) {
        for (int way = 0; way < WAY_COUNT; way++) {
            if (!slots.get(first + way).used) {
                return first + way;
            }
        }
        for (int way = 0; way < WAY_COUNT; way++) {
            slots.get(first + way).used = false;
        }
        return first;
    }

    /** Removes all values of a hash. */
    synchronized void remove(long hash) {
        int first = first(hash);
        for (int way = 0; way < WAY_COUNT; way++) {
            Slot<V> slot = slots.get(first + way);
            if (slot != null && slot.hash == hash) {
                slots.set(first + way, null);
            }
        }
    }

    synchronized int size() {
        int size = 0;
        for (int i = 0; i < slots.length(); i++) {
            size += slots.get(i) == null ? 0 : 1;
        }
        return size;
    }

    private int first(long hash) {
        return setBits == 0 ? 0 : (int) (hash >>> (Long.SIZE - setBits)) * WAY_COUNT;
    }
}
