package org.wukongs.store.dictionary;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Texts of terms in UTF-8, one after the other in one array, as they are read from a dictionary in
 * bulk. A cell without a term has an empty text, which no term has. Mutable, for one thread; what
 * it holds is overwritten after the next {@link #clear}.
 */
public final class TextBlock {

    /** Texts that are read together, see {@link MemoryTerms}. */
    public static final int GROUP_SIZE = 64;

    /**
     * A block with so many bytes takes no further text, so that it stays in the first-level cache.
     */
    static final int FULL_BYTES = 1 << 12;

    private static final int CAPACITY_BYTES = 1 << 13;

    private byte[] bytes = new byte[CAPACITY_BYTES];
    private int[] ends = new int[GROUP_SIZE];
    private int count;
    private int length;
    private final long[] entries = new long[GROUP_SIZE]; // scratch of who fills it

    public void clear() {
        count = 0;
        length = 0;
    }

    /** Returns the number of texts. */
    public int count() {
        return count;
    }

    /** Returns the array of all texts; another one after texts were added. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns where a text begins. */
    public int from(int index) {
        return index == 0 ? 0 : ends[index - 1];
    }

    /** Returns where a text ends, exclusive. */
    public int to(int index) {
        return ends[index];
    }

    public boolean isFull() {
        return length >= FULL_BYTES;
    }

    /** Adds a cell without a term. */
    public void addNone() {
        end(0);
    }

    public void add(byte[] utf8) {
        int at = room(utf8.length);
        System.arraycopy(utf8, 0, bytes, at, utf8.length);
        end(utf8.length);
    }

    /** Adds a term, null for a cell without one. */
    public void add(String term) {
        if (term == null) {
            addNone();
        } else {
            add(term.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Returns the place in {@link #bytes} where {@code lengthBytes} bytes of a text can be put,
     * which {@link #end} then adds.
     */
    int room(int lengthBytes) {
        int needed = Math.addExact(length, lengthBytes);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, 2L * Math.min(needed, 1 << 29)));
        }
        return length;
    }

    void end(int lengthBytes) {
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
        }
        length += lengthBytes;
        ends[count++] = length;
    }

    long[] entries() {
        return entries;
    }
}
