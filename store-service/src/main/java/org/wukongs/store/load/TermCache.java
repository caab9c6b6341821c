package org.wukongs.store.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.wukongs.ntriples.TermBytes;

/**
 * Ids of terms seen lately, in front of the dictionary: direct-mapped, one thread's own. Loads are
 * local, neighbouring lines share most of their terms, so a small one finds many; and it stays in
 * the processor's own cache, where the dictionary does not.
 */
final class TermCache {

    /** No id: ids are positive, those for the time being negative. */
    static final long NONE = 0;

    /** Longer terms, mostly literals, rarely come again. */
    static final int TERM_BYTES_MAX = 128;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    // Odd, with bits all over: digits of the golden ratio and of Murmur's finaliser.
    private static final long MIX_1 = 0x9E3779B97F4A7C15L;
    private static final long MIX_2 = 0xC4CEB9FE1A85EC53L;

    private final byte[] terms;
    private final int[] lengths;
    private final long[] ids;
    private final int mask;

    /** {@code slotCount} is a power of two. */
    TermCache(int slotCount) {
        terms = new byte[slotCount * TERM_BYTES_MAX];
        lengths = new int[slotCount];
        ids = new long[slotCount];
        mask = slotCount - 1;
    }

    /** A term's slot, to be asked and then filled; not for terms above the maximum. */
    int slot(TermBytes term) {
        return (int) (hash(term) >>> 40) & mask;
    }

    /** The id of the term, {@link #NONE} where another one is in its slot. */
    long find(int slot, TermBytes term) {
        int start = slot * TERM_BYTES_MAX;
        int length = term.length();
        boolean found =
                lengths[slot] == length
                        && Arrays.equals(
                                terms, start, start + length, term.bytes, term.from, term.to);
        return found ? ids[slot] : NONE;
    }

    void put(int slot, TermBytes term, long id) {
        System.arraycopy(term.bytes, term.from, terms, slot * TERM_BYTES_MAX, term.length());
        lengths[slot] = term.length();
        ids[slot] = id;
    }

    /** Replaces an id that was put for the time being, if it is still there. */
    void settle(int slot, long provisional, long id) {
        if (ids[slot] == provisional) {
            ids[slot] = id;
        }
    }

    /** Of the length and the last, the middle and the first eight bytes: terms differ there. */
    private static long hash(TermBytes term) {
        int length = term.length();
        if (length < Long.BYTES) {
            long bytes = length;
            for (int i = term.from; i < term.to; i++) {
                bytes = bytes << Byte.SIZE | term.bytes[i];
            }
            return bytes * MIX_1;
        }
        long last = (long) LONGS.get(term.bytes, term.to - Long.BYTES);
        long middle = (long) LONGS.get(term.bytes, term.from + (length - Long.BYTES) / 2);
        long third = (long) LONGS.get(term.bytes, term.from + (length - Long.BYTES) / 4);
        long mixed = (last * MIX_1 ^ middle) * MIX_2 ^ third + length;
        return mixed * MIX_1;
    }
}
