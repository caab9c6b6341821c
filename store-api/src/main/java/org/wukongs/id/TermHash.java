package org.wukongs.id;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.wukongs.ntriples.LanguageTags;

/**
 * The 64-bit hash of a term: XXH64 with seed 0 (xxHash specification 0.1.1, "XXH64 algorithm
 * description") over the term's N-Triples text in UTF-8, its language tag in lower case.
 *
 * <p>It must never change: a term's vertex partition, and so its vid, depend on it. Low bits select
 * the partition ({@link Vids#partitionOf}); high bits are free for hash tables.
 */
public final class TermHash {

    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;
    private static final long PRIME_1_PLUS_2 = 0x60EA27EEADC0B5D6L;
    private static final int STRIPE_BYTES = 32;

    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private TermHash() {}

    /** The hash of the term {@code utf8[from..to-1]}. */
    public static long of(byte[] utf8, int from, int to) {
        int tag = LanguageTags.start(utf8, from, to);
        if (tag < to && LanguageTags.hasUpperCase(utf8, tag, to)) {
            byte[] lower = LanguageTags.lowerCase(utf8, from, tag, to);
            return xxh64(lower, 0, lower.length);
        }
        return xxh64(utf8, from, to);
    }

    static long xxh64(byte[] bytes, int from, int to) {
        int length = to - from;
        int at = from;
        long hash;
        if (length >= STRIPE_BYTES) {
            int stripesEnd = to - length % STRIPE_BYTES;
            hash = stripes(bytes, from, stripesEnd);
            at = stripesEnd;
        } else {
            hash = PRIME_5;
        }
        return avalanche(tail(hash + length, bytes, at, to));
    }

    private static long stripes(byte[] bytes, int from, int to) {
        long a = PRIME_1_PLUS_2;
        long b = PRIME_2;
        long c = 0;
        long d = -PRIME_1;
        for (int at = from; at < to; at += STRIPE_BYTES) {
            a = round(a, (long) LONGS.get(bytes, at));
            b = round(b, (long) LONGS.get(bytes, at + 8));
            c = round(c, (long) LONGS.get(bytes, at + 16));
            d = round(d, (long) LONGS.get(bytes, at + 24));
        }
        long hash =
                Long.rotateLeft(a, 1)
                        + Long.rotateLeft(b, 7)
                        + Long.rotateLeft(c, 12)
                        + Long.rotateLeft(d, 18);
        return merge(merge(merge(merge(hash, a), b), c), d);
    }

    private static long tail(long start, byte[] bytes, int from, int to) {
        long hash = start;
        int at = from;
        for (; at + Long.BYTES <= to; at += Long.BYTES) {
            hash ^= round(0, (long) LONGS.get(bytes, at));
            hash = Long.rotateLeft(hash, 27) * PRIME_1 + PRIME_4;
        }
        if (at + Integer.BYTES <= to) {
            hash ^= Integer.toUnsignedLong((int) INTS.get(bytes, at)) * PRIME_1;
            hash = Long.rotateLeft(hash, 23) * PRIME_2 + PRIME_3;
            at += Integer.BYTES;
        }
        for (; at < to; at++) {
            hash ^= Byte.toUnsignedLong(bytes[at]) * PRIME_5;
            hash = Long.rotateLeft(hash, 11) * PRIME_1;
        }
        return hash;
    }

    private static long round(long lane, long input) {
        return Long.rotateLeft(lane + input * PRIME_2, 31) * PRIME_1;
    }

    private static long merge(long hash, long lane) {
        return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
    }

    private static long avalanche(long hash) {
        long mixed = (hash ^ hash >>> 33) * PRIME_2;
        mixed = (mixed ^ mixed >>> 29) * PRIME_3;
        return mixed ^ mixed >>> 32;
    }
}
