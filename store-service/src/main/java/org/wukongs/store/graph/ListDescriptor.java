package org.wukongs.store.graph;

import org.wukongs.id.IdHash;
import org.wukongs.id.Keys;

/**
 * Layout of a list of ids that grows at its end.
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
 * #INDEXED_CAPACITY_MIN}; no other list is, because (s, p, o) is looked up at its subject. A slot
 * has the place of an id, counted from 1, or 0. The search for an id starts at its hash and
 * continues to the next slot, wrapping around at the end, until a slot of 0. Since slots have
 * places, a reader that knows a length can tell whether a hit lies within it.
 *
 * <p>Native byte order, aligned to 8. Publication: ids and slots are written first, then the length
 * with release. Ids below the length, and the capacity, never change.
 */
final class ListDescriptor {

    static final int LENGTH_OFFSET = 0;
    static final int CAPACITY_OFFSET = LENGTH_OFFSET + Integer.BYTES;
    static final int IDS_OFFSET = CAPACITY_OFFSET + Integer.BYTES;

    /**
     * A scan of a shorter list touches at most four consecutive cache lines, whereas two probes are
     * two cache misses.
     */
    static final int INDEXED_CAPACITY_MIN = 32;

    /** With half the slots empty, a search takes 1.5 probes for a hit and 2.5 for a miss. */
    static final int SLOTS_PER_ID = 2;

    /** Limit under which the number of slots is an int. */
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

    /** Returns the slot at which the search for an id starts. */
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
     * Returns the capacity of a list with room for {@code length} ids: as many ids as fit into the
     * block of that size class.
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
