package org.wukongs.store.dictionary;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.wukongs.id.TermHash;

/**
 * A batch of terms to look up together: adjacent copies of their UTF-8 texts, their hashes and,
 * after the look-up, their ids. A batch is cleared and refilled, so that a look-up of known terms
 * allocates nothing. Used by one thread at a time.
 */
public final class TermBatch {

    /**
     * Terms that a caller should collect: larger batches neither overlap more cache misses nor make
     * a write to disk cheaper per term.
     */
    public static final int SIZE_GOOD = 1 << 10;

    /** Bytes of texts for which a cleared batch keeps room; a batch of usual terms has a tenth. */
    private static final int TEXT_BYTES_KEPT = 1 << 20;

    private static final int TEXT_BYTES_FIRST = 1 << 8;
    private static final int SIZE_FIRST = 1 << 2;

    private byte[] text = new byte[TEXT_BYTES_FIRST];
    // [i]: start of term i; [size]: end of the last one
    private int[] froms = new int[SIZE_FIRST + 1];
    private long[] hashes = new long[SIZE_FIRST];
    private long[] ids = new long[SIZE_FIRST];
    private int size;

    // by term: state of a look-up between its passes
    private long[] found = new long[SIZE_FIRST];

    /** Forgets all terms. */
    public void clear() {
        size = 0;
        if (text.length > TEXT_BYTES_KEPT) {
            text = new byte[TEXT_BYTES_FIRST];
        }
    }

    public int size() {
        return size;
    }

    /** Returns true if it has as many terms, or bytes, as are worth collecting. */
    public boolean isFull() {
        return size >= SIZE_GOOD || froms[size] >= TEXT_BYTES_KEPT;
    }

    /** Adds {@code utf8[from..to-1]}, a term in well-formed UTF-8 (not checked). */
    public void add(byte[] utf8, int from, int to) {
        int length = to - from;
        int start = reserve(length);
        System.arraycopy(utf8, from, text, start, length);
        append(start + length);
    }

    public void add(String term) {
        int length = term.length();
        int start = reserve(length);
        byte[] target = text;
        for (int i = 0; i < length; i++) {
            char c = term.charAt(i);
            if (c > 0x7F) {
                TermKey.checkUnicode(term);
                byte[] utf8 = term.getBytes(StandardCharsets.UTF_8);
                add(utf8, 0, utf8.length);
                return;
            }
            target[start + i] = (byte) c;
        }
        append(start + length);
    }

    /** Returns true if the term added last is {@code utf8[from..to-1]}. */
    public boolean endsWith(byte[] utf8, int from, int to) {
        return size > 0 && Arrays.equals(text, froms[size - 1], froms[size], utf8, from, to);
    }

    /**
     * Returns the id of term {@code index}, counted from 0 in the order of adding; 0 before a
     * look-up.
     */
    public long id(int index) {
        return ids[index];
    }

    /** Makes room for a term; returns its place. */
    private int reserve(int lengthBytes) {
        TermKey.checkLength(lengthBytes);
        if (size == hashes.length) {
            froms = Arrays.copyOf(froms, 2 * size + 1);
            hashes = Arrays.copyOf(hashes, 2 * size);
            ids = Arrays.copyOf(ids, 2 * size);
            found = Arrays.copyOf(found, 2 * size);
        }
        int end = Math.addExact(froms[size], lengthBytes);
        if (end > text.length) {
            text = Arrays.copyOf(text, (int) Math.min(Integer.MAX_VALUE - 8, 2L * end));
        }
        return froms[size];
    }

    private void append(int end) {
        hashes[size] = TermHash.of(text, froms[size], end);
        ids[size] = 0;
        size++;
        froms[size] = end;
    }

    byte[] text() {
        return text;
    }

    int from(int index) {
        return froms[index];
    }

    int to(int index) {
        return froms[index + 1];
    }

    long hash(int index) {
        return hashes[index];
    }

    void setId(int index, long id) {
        ids[index] = id;
    }

    long found(int index) {
        return found[index];
    }

    void setFound(int index, long word) {
        found[index] = word;
    }
}
