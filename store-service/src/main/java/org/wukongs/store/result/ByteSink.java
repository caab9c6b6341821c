package org.wukongs.store.result;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Collects bytes in a block that goes to a stream when it is full. One thread. */
final class ByteSink implements AutoCloseable {

    /** What a full block has at least; above it, one more term may be too much. */
    private static final int BLOCK_BYTES = 1 << 16;

    private static final int CAPACITY_BYTES = 1 << 11;

    private static final ThreadLocal<byte[]> BLOCK_OF_THREAD = new ThreadLocal<>();

    /** Bytes that are put again and again. */
    static final class Phrase {

        private final long[] words; // the last one filled up with zeros
        private final int length;

        Phrase(byte[] bytes) {
            length = bytes.length;
            words = new long[(length + Long.BYTES - 1) / Long.BYTES];
            byte[] filled = Arrays.copyOf(bytes, words.length * Long.BYTES);
            for (int i = 0; i < words.length; i++) {
                words[i] = (long) Bytes.WORDS.get(filled, i * Long.BYTES);
            }
        }
    }

    private final OutputStream out;
    private byte[] bytes;
    private int length;

    ByteSink(OutputStream out) {
        this(out, new byte[CAPACITY_BYTES]);
    }

    private ByteSink(OutputStream out, byte[] block) {
        this.out = out;
        this.bytes = block;
    }

    /**
     * Returns a sink with the thread's block, which it lends until {@link #close}: most results are
     * small, and memory that was written a moment ago is in the caches.
     */
    static ByteSink ofThread(OutputStream out) {
        byte[] block = BLOCK_OF_THREAD.get();
        BLOCK_OF_THREAD.remove();
        return new ByteSink(out, block == null ? new byte[BLOCK_BYTES] : block);
    }

    /** Gives the block back; nothing is flushed. */
    @Override
    public void close() {
        if (bytes.length == BLOCK_BYTES) {
            BLOCK_OF_THREAD.set(bytes);
        }
        bytes = null;
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

    void put(Phrase phrase) throws IOException {
        long[] words = phrase.words;
        byte[] block = room(words.length * Long.BYTES);
        for (int i = 0; i < words.length; i++) {
            Bytes.WORDS.set(block, length + i * Long.BYTES, words[i]);
        }
        length += phrase.length;
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
