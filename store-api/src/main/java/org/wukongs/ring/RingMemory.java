package org.wukongs.ring;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The mapped file of two rings. It is unmapped as soon as it is closed and nobody uses it: waiting
 * for the garbage collector, a process with a large heap would keep the memory of connections that
 * ended long ago. One thread at a time uses it, between {@link #enter} and {@link #leave}; any
 * thread closes it.
 *
 * <p>If a process makes the file shorter, Java gives anything for what was there, and throws an
 * {@link InternalError} some calls later in the same thread, or never. So the store looks at the
 * file's length before it sleeps.
 */
final class RingMemory implements AutoCloseable {

    private static final VarHandle WORDS =
            MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int UNUSED = 0;
    private static final int USED = 1;
    private static final int CLOSED_IN_USE = 2;
    private static final int UNMAPPED = 3;

    private final MappedByteBuffer bytes;
    private final int capacityBytes;
    private final FileChannel watched; // null if nobody looks at its length
    private final AtomicInteger state = new AtomicInteger(UNUSED);

    /**
     * Maps a file that has {@link RingDescriptor#fileBytes}.
     *
     * @param watched whether the file stays open, to look at its length
     */
    RingMemory(FileChannel file, int capacityBytes, boolean watched) throws IOException {
        this.capacityBytes = capacityBytes;
        this.watched = watched ? file : null;
        this.bytes =
                file.map(
                        FileChannel.MapMode.READ_WRITE, 0, RingDescriptor.fileBytes(capacityBytes));
    }

    int capacityBytes() {
        return capacityBytes;
    }

    // Only by who has entered

    /** Reads a word, with volatile semantics. */
    long get(int offset) {
        return (long) WORDS.getVolatile(bytes, offset);
    }

    /** Writes a word, with volatile semantics. */
    void set(int offset, long value) {
        WORDS.setVolatile(bytes, offset, value);
    }

    boolean compareAndSet(int offset, long expected, long value) {
        return WORDS.compareAndSet(bytes, offset, expected, value);
    }

    byte getByte(int offset) {
        return bytes.get(offset);
    }

    void getBytes(int offset, byte[] to, int at, int length) {
        bytes.get(offset, to, at, length);
    }

    void putBytes(int offset, byte[] from, int at, int length) {
        bytes.put(offset, from, at, length);
    }

    // Life

    /** Begins to use it; fails if it is closed. */
    void enter() throws IOException {
        if (!state.compareAndSet(UNUSED, USED)) {
            throw closed();
        }
    }

    /** Ends using it. */
    void leave() {
        if (!state.compareAndSet(USED, UNUSED) && state.compareAndSet(CLOSED_IN_USE, UNMAPPED)) {
            free();
        }
    }

    /** Fails if it was closed since {@link #enter}. */
    void checkOpen() throws IOException {
        if (state.get() != USED) {
            throw closed();
        }
    }

    /** Fails if the file was made shorter, as far as this side watches it. */
    void checkWhole() throws IOException {
        if (watched != null && watched.size() < RingDescriptor.fileBytes(capacityBytes)) {
            throw new RingException("the file of the rings was made shorter");
        }
    }

    private static IOException closed() {
        return new IOException("the connection is closed");
    }

    @Override
    public void close() {
        while (true) {
            int now = state.get();
            if (now == CLOSED_IN_USE || now == UNMAPPED) {
                return;
            }
            if (state.compareAndSet(now, now == USED ? CLOSED_IN_USE : UNMAPPED)) {
                if (now == UNUSED) {
                    free();
                }
                return;
            }
        }
    }

    private void free() {
        unmap(bytes);
        if (watched != null) {
            try {
                watched.close();
            } catch (IOException e) {
                // It was only looked at.
            }
        }
    }

    /** Java 17 has no other way; without it, the garbage collector does so some time. */
    private static void unmap(ByteBuffer buffer) {
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field instance = type.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            Method clean = type.getMethod("invokeCleaner", ByteBuffer.class);
            clean.invoke(instance.get(null), buffer);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return; // It has its time.
        }
    }
}
