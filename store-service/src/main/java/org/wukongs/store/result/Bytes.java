package org.wukongs.store.result;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Searches in texts, eight bytes at a time. */
final class Bytes {

    /** The bytes of an array as words, of which the first byte is the lowest one. */
    static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** How many bytes after a text {@link #copyUnescaped} may overwrite. */
    static final int SLACK = Long.BYTES - 1;

    private static final long ONES = 0x0101010101010101L;
    private static final long TOPS = 0x8080808080808080L;
    private static final long SPACES = ONES * ' ';
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';

    private Bytes() {}

    /** Returns where a byte first is in {@code bytes[from..to-1]}, {@code to} if it is not. */
    static int indexOf(byte[] bytes, int from, int to, int value) {
        long pattern = ONES * value;
        int at = from;
        while (at + Long.BYTES <= to) {
            if (hasZero((long) WORDS.get(bytes, at) ^ pattern)) {
                break;
            }
            at += Long.BYTES;
        }
        while (at < to && bytes[at] != value) {
            at++;
        }
        return at;
    }

    /** Returns where a byte last is in {@code bytes[from..to-1]}, -1 if it is not. */
    static int lastIndexOf(byte[] bytes, int from, int to, int value) {
        int at = to - 1;
        while (at >= from && bytes[at] != value) {
            at--;
        }
        return at < from ? -1 : at;
    }

    /**
     * Copies {@code source[from..to-1]} up to the first byte that a JSON string has only escaped: a
     * control character, a quote or a backslash. Returns how many bytes it has copied. The target
     * has room for the whole of it and {@link #SLACK} more.
     */
    static int copyUnescaped(byte[] source, int from, int to, byte[] target, int into) {
        int at = from;
        int shift = into - from;
        while (at + Long.BYTES <= to) {
            long word = (long) WORDS.get(source, at);
            if (needsEscape(word)) {
                break;
            }
            WORDS.set(target, at + shift, word);
            at += Long.BYTES;
        }
        int left = to - at;
        if (left > 0 && left < Long.BYTES && at + Long.BYTES <= source.length) {
            long word = (long) WORDS.get(source, at);
            long next = -1L << (left * Byte.SIZE); // what follows the text, never escaped
            if (!needsEscape(word | next)) {
                WORDS.set(target, at + shift, word);
                return to - from;
            }
        }
        while (at < to && !needsEscape(source[at])) {
            target[at + shift] = source[at];
            at++;
        }
        return at - from;
    }

    private static boolean needsEscape(long word) {
        long control = (word - SPACES) & ~word;
        long quote = word ^ QUOTES;
        long backslash = word ^ BACKSLASHES;
        return ((control | ((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash)) & TOPS)
                != 0;
    }

    static boolean needsEscape(byte b) {
        return (b >= 0 && b < ' ') || b == '"' || b == '\\';
    }

    private static boolean hasZero(long word) {
        return ((word - ONES) & ~word & TOPS) != 0;
    }
}
