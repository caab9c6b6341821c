package org.wukongs.store.load;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.wukongs.id.IdHash;
import org.wukongs.ntriples.TermBytes;

/**
 * A direct-mapped cache of recent terms' ids in front of the dictionary; each thread has its own.
 * Neighbouring lines share most of their terms, so a small cache finds many of them, and unlike the
 * dictionary it stays in the core's cache.
 */
final class TermCache {

    /** No id: ids are positive, provisional ones negative. */
    static final long NONE = 0;

    /** Longer terms, mostly literals, are rarely repeated. */
    static final int TERM_BYTES_MAX = 128;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final byte[] terms;
    private final int[] lengths;
    private final long[] ids;

    /** {@code slotCount} is a power of two. */
    TermCache(int slotCount) {
        terms = new byte[slotCount * TERM_BYTES_MAX];
        lengths = new int[slotCount];
        ids = new long[slotCount];
    }

    /** Returns the slot in which to find or put a term of at most {@link #TERM_BYTES_MAX} bytes. */
    int slot(TermBytes term) {
        return IdHash.slot(hash(term), ids.length);
    }

    /** Returns the id of the term, {@link #NONE} if its slot has another term. */
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

    /** Replaces a provisional id, if it is still there. */
    void settle(int slot, long provisional, long id) {
        if (ids[slot] == provisional) {
            ids[slot] = id;
        }
    }

    /** Hashes the length and the last, middle and first eight bytes, where terms differ. */
    private static long hash(TermBytes term) {
        int length = term.length();
        if (length < Long.BYTES) {
            long bytes = length;
            for (int i = term.from; i < term.to; i++) {
                bytes = bytes << Byte.SIZE | term.bytes[i];
            }
            return IdHash.mix(bytes);
        }
        long last = (long) LONGS.get(term.bytes, term.to - Long.BYTES);
        long middle = (long) LONGS.get(term.bytes, term.from + (length - Long.BYTES) / 2);
        long third = (long) LONGS.get(term.bytes, term.from + (length - Long.BYTES) / 4);
        return IdHash.mix(IdHash.mix(IdHash.mix(length, last), middle), third);
    }
}
