package org.wukongs.store.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.wukongs.id.IdHash;
import org.wukongs.id.Keys;

/**
 * A slot of a hash table: where the newest tuple with a key is.
 *
 * <pre>
 *  63 62                 32 31                        0
 * | 1 |   31 bits of hash  |  low 32 bits of position  |     0: empty
 * </pre>
 *
 * <p>Open addressing with linear probing; a slot is never emptied. The key stands in the record of
 * the position only. Publication: the record is written before the slot (release), and a later
 * tuple with the key overwrites the slot as a whole. A reader that holds [from, to) must not follow
 * a position below {@code from}: its record may be another one's by now.
 */
final class Slots {

    static final long OCCUPIED = Long.MIN_VALUE;

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private Slots() {}

    /** The upper half is the tag of a slot, the topmost bits below it say where it is at home. */
    static long hash(long key) {
        return IdHash.mix(0, key);
    }

    /** Of a triple, from its key [s|p|OUT]. */
    static long hash(long key, long object) {
        return IdHash.mix(IdHash.mix(0, key), object);
    }

    static long tag(long hash) {
        return (hash | OCCUPIED) >>> Integer.SIZE;
    }

    /** Tables have a power of two of slots, at most 2^30. */
    static int home(long tag, int slotCount) {
        return (int) tag & (slotCount - 1);
    }

    static long word(long tag, long position) {
        return tag << Integer.SIZE | (position & 0xFFFF_FFFFL);
    }

    static long tagOf(long word) {
        return word >>> Integer.SIZE;
    }

    /** The position in a slot, from one that is less than 2^31 away. */
    static long position(long word, long near) {
        return near + ((int) word - (int) near);
    }

    static long getAcquire(long[] words, int slot) {
        return (long) WORDS.getAcquire(words, slot);
    }

    static void putRelease(long[] words, int slot, long word) {
        WORDS.setRelease(words, slot, word);
    }

    /** [0|p|d] and such: the keys of index vertices, which have no slots. */
    static boolean isPredicate(long pid) {
        return pid > Keys.PREDICATES && pid <= Keys.PID_MAX;
    }
}
