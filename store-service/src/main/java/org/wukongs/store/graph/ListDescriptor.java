package org.wukongs.store.graph;

import org.wukongs.id.IdHash;
import org.wukongs.id.Keys;

/**
 * A list of ids that grows at its end.
 *
 * <pre>
 *  0               length: int
 *  4               capacity: int
 *  8               id 0
 *  16              id 1
 *  …
 *  8 + 8·capacity  slots of the membership index, 2·capacity ints; indexed lists only
 * </pre>
 *
 * <p>A list of objects (direction OUT) is indexed iff its capacity is at least {@link
 * #INDEXED_CAPACITY_MIN}; no other list is: (s, p, o) is asked for at its subject. A slot holds the
 * place of an id, counted from 1, or 0; the search for an id begins at its hash and goes on to the
 * next slot, around the end, until a slot of 0. As slots hold places, a reader that knows a length
 * knows of each hit whether it lies within.
 *
 * <p>Native byte order, aligned to 8. Publication: ids and slots are written first, then the length
 * with release. Ids below the length, and the capacity, never change.
 */
final class ListDescriptor {

    static final int LENGTH_OFFSET = 0;
    static final int CAPACITY_OFFSET = LENGTH_OFFSET + Integer.BYTES;
    static final int IDS_OFFSET = CAPACITY_OFFSET + Integer.BYTES;

    /** Up to here a scan is at most four cache lines in a row, where two probes are two misses. */
    static final int INDEXED_CAPACITY_MIN = 32;

    /** With half of the slots empty a search takes 1.5 probes for a hit and 2.5 for a miss. */
    static final int SLOTS_PER_ID = 2;

    /** So that the slots' number is an int. */
    static final int CAPACITY_MAX = Integer.MAX_VALUE / SLOTS_PER_ID;

    private static final long HEAD_GRANULES = IDS_OFFSET / Long.BYTES;

    private ListDescriptor() {}

    static long id(long list, int place) {
        return list + IDS_OFFSET + (long) place * Long.BYTES;
    }

    static boolean indexed(int direction, int capacity) {
        return direction == Keys.OUT && capacity >= INDEXED_CAPACITY_MIN;
    }

    static long slots(long list, int capacity) {
        return id(list, capacity);
    }

    static long slot(long slots, int number) {
        return slots + (long) number * Integer.BYTES;
    }

    static int slotCount(int capacity) {
        return capacity * SLOTS_PER_ID;
    }

    /** Where the search for an id begins. */
    static int firstSlot(long id, int slotCount) {
        return (int) (((IdHash.mix(id) >>> 32) * slotCount) >>> 32);
    }

    static long granules(boolean indexed, int capacity) {
        return HEAD_GRANULES
                + (indexed ? capacity + slotBytes(capacity) / Long.BYTES : (long) capacity);
    }

    static long slotBytes(int capacity) {
        return (long) slotCount(capacity) * Integer.BYTES;
    }

    /**
     * The capacity of a list that shall have room for {@code length} ids: what the block has room
     * for that it will get.
     */
    static int capacityFor(int direction, int length) {
        boolean indexed = indexed(direction, length);
        long room = SizeClasses.roundUp(granules(indexed, length)) - HEAD_GRANULES;
        long capacity = indexed ? room / (1 + SLOTS_PER_ID * Integer.BYTES / Long.BYTES) : room;
        if (!indexed && direction == Keys.OUT) {
            capacity = Math.min(capacity, INDEXED_CAPACITY_MIN - 1);
        }
        return (int) Math.min(capacity, CAPACITY_MAX);
    }
}
