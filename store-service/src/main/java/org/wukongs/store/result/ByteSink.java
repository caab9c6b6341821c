package org.wukongs.store.result;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Collects bytes in a block that goes to a stream when it is full. The block is small at first, as
 * most results are. One thread.
 */
final class ByteSink {

    /** What a full block has at least; above it, one more term may be too much. */
    private static final int BLOCK_BYTES = 1 << 16;

    private static final int CAPACITY_BYTES = 1 << 11;

    private final OutputStream out;
    private byte[] bytes = new byte[CAPACITY_BYTES];
    private int length;

    public ByteSink(OutputStream out) {
        this.out = out;
    }

    /** Returns the block with room for {@code count} bytes at {@link #length}. */
    byte[] room(int count) throws IOException {
        if (bytes.length - length < count) {
            makeRoom(count);
        }
        return bytes;
    }

    private void makeRoom(int count) throws IOException {
        if (length >= BLOCK_BYTES / 2) {
            flush();
        }
        long needed = (long) length + count;
        if (needed > bytes.length) {
            long grown = Math.max(needed, Math.min(2L * bytes.length, BLOCK_BYTES));
            bytes = Arrays.copyOf(bytes, Math.toIntExact(grown));
        }
    }

    /** Returns where the next byte goes. */
    int length() {
        return length;
    }

    /** Adds bytes that were put into the {@link #room}. */
    void advance(int count) {
        length += count;
    }

    public void put(int value) throws IOException {
        room(1)[length++] = (byte) value;
    }

    public void put(byte[] source) throws IOException {
        put(source, 0, source.length);
    }

    /** Adds {@code source[from..to-1]}. */
    public void put(byte[] source, int from, int to) throws IOException {
        byte[] block = room(to - from);
        System.arraycopy(source, from, block, length, to - from);
        length += to - from;
    }

    public void put(String text) throws IOException {
        put(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a line with names that have {@code before} in front of them. */
    void putNames(List<String> names, String before, char separator, String end)
            throws IOException {
        for (int i = 0; i < names.size(); i++) {
            if (i > 0) {
                put(separator);
            }
            put(before);
            put(names.get(i));
        }
        put(end);
    }

    /** Hands what was collected to the stream. */
    public void flush() throws IOException {
        out.write(bytes, 0, length);
        length = 0;
    }
}
