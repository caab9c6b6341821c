package org.wukongs.store.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.wukongs.id.IdHash;
import org.wukongs.id.Keys;

/**
 * Layout of the slots of a hash table, which lead from a key to its newest tuple.
 *
 * <pre>
 *  63 62                 32 31                        0
 * | 1 |   31 bits of hash  |  low 32 bits of position  |     0: empty
 * </pre>
 *
 * <p>Open addressing with linear probing; a slot is never emptied. Only the record at the position
 * has the whole key. Publication: the record is written before the slot (release), and a later
 * tuple with the key overwrites the slot as a whole. A reader that holds [from, to) must not follow
 * a position below {@code from}: its record may have been reused.
 */
final class Slots {

    static final long OCCUPIED = Long.MIN_VALUE;

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private Slots() {}

    /**
     * Returns the hash of a key: its upper half is the slot's tag, whose top bits give the home
     * slot.
     */
    static long hash(long key) {
        return IdHash.mix(0, key);
    }

    /** Returns the hash of a triple, given its key [s|p|OUT]. */
    static long hash(long key, long object) {
        return IdHash.mix(IdHash.mix(0, key), object);
    }

    static long tag(long hash) {
        return (hash | OCCUPIED) >>> Integer.SIZE;
    }

    /**
     * Returns the home slot of a tag. The number of slots of a table is a power of two, at most
     * 2^30.
     */
    static int home(long tag, int slotCount) {
        return (int) tag & (slotCount - 1);
    }

    static long word(long tag, long position) {
        return tag << Integer.SIZE | (position & 0xFFFF_FFFFL);
    }

    static long tagOf(long word) {
        return word >>> Integer.SIZE;
    }

    /** Returns the position in a slot, given one that is less than 2^31 away. */
    static long position(long word, long near) {
        return near + ((int) word - (int) near);
    }

    static long getAcquire(long[] words, int slot) {
        return (long) WORDS.getAcquire(words, slot);
    }

    static void putRelease(long[] words, int slot, long word) {
        WORDS.setRelease(words, slot, word);
    }

    /**
     * Returns true for pids that predicates have; keys of index vertices, such as [0|p|d], have no
     * slots.
     */
    static boolean isPredicate(long pid) {
        return pid > Keys.PREDICATES && pid <= Keys.PID_MAX;
    }
}
