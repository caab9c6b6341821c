package org.wukongs.wire;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.InputLimits;
import org.wukongs.text.Utf8Exception;
import org.wukongs.text.Utf8Reader;

/**
 * Reads one frame at a time. Not thread-safe. Bytes that do not parse are an {@link IOException}, a
 * {@link BufferUnderflowException} or a USER error: the peer is not trusted.
 *
 * <p>Its buffer grows with the bytes received, never with the length in a header.
 */
public final class WireReader {

    /** Is told about a frame while it arrives, and may refuse it by an exception. */
    public interface Intake {

        /** Takes everything. */
        Intake ANY =
                new Intake() {
                    @Override
                    public void begin(int lengthBytes) {}

                    @Override
                    public void grow(int capacityBytes) {}
                };

        /** A frame of this length begins. */
        void begin(int lengthBytes) throws IOException;

        /** The buffer is about to have this capacity, more than {@link #KEPT_BYTES_MAX}. */
        void grow(int capacityBytes) throws IOException;
    }

    /** Receives a string's UTF-8 without a copy. */
    public interface TextVisitor {

        /**
         * The text is {@code utf8[from..to-1]}; it has not been checked. A control character or a
         * byte that begins no character follows it. The array must not be written to.
         */
        void text(byte[] utf8, int from, int to);
    }

    /**
     * Capacity of the buffer that is kept between frames, so that small requests do not allocate.
     */
    public static final int KEPT_BYTES_MAX = 1 << 16;

    /**
     * Each step is four times as large: the copies on the way to a frame add up to a third of it.
     */
    private static final int GROWTH_SHIFT = 2;

    /** The control character after a frame's last text. */
    private static final byte END = '\n';

    private static final int LENGTH_NULL = -1;

    /** A larger list grows with its elements: a count alone takes no memory. */
    private static final int LIST_CAPACITY_MAX = 1 << 14;

    private byte[] bytes = new byte[1];
    private ByteBuffer buffer = ByteBuffer.wrap(bytes);
    private int type;

    /** Reads the next frame; false at the end of the stream. */
    public boolean readFrom(DataInputStream in) throws IOException {
        return readFrom(in, Intake.ANY);
    }

    /** As above; {@code intake} is told about the frame and may refuse it. */
    public boolean readFrom(DataInputStream in, Intake intake) throws IOException {
        int length;
        try {
            length = in.readInt();
        } catch (EOFException e) {
            return false;
        }
        if (length < 1 || length > FrameDescriptor.LENGTH_MAX) {
            throw new IOException("not a frame: length=" + length);
        }
        intake.begin(length);
        int read = 0;
        while (read < length) {
            if (read + 1 >= bytes.length) {
                grow(read, length, intake);
            }
            int room = Math.min(length, bytes.length - 1) - read;
            in.readFully(bytes, read, room);
            read += room;
        }
        bytes[length] = END;
        buffer = ByteBuffer.wrap(bytes, 0, length);
        type = getByte();
        return true;
    }

    /**
     * Returns a reader of a frame in memory, which begins at {@code from}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static WireReader of(byte[] bytes, int from) {
        WireReader reader = new WireReader();
        try {
            if (reader.readFrom(
                    new DataInputStream(
                            new ByteArrayInputStream(bytes, from, bytes.length - from)))) {
                return reader;
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("not a frame: reason=" + e.getMessage(), e);
        }
        throw new IllegalArgumentException("not a frame: bytes=" + (bytes.length - from));
    }

    private void grow(int read, int length, Intake intake) throws IOException {
        long capacity = Math.max(KEPT_BYTES_MAX, ((long) read + 1) << GROWTH_SHIFT);
        capacity = Math.min(capacity, length + 1L);
        if (capacity > KEPT_BYTES_MAX) {
            intake.grow((int) capacity);
        }
        bytes = Arrays.copyOf(bytes, (int) capacity);
    }

    /** Frees the buffer of a large frame. Values read from it stay valid. */
    public void release() {
        if (bytes.length > KEPT_BYTES_MAX) {
            bytes = new byte[1];
            buffer = ByteBuffer.wrap(bytes, 0, 0);
        }
    }

    /** The frame's type byte. */
    public int type() {
        return type;
    }

    /** Returns the bytes of the frame, those of its length among them. */
    public int lengthBytes() {
        return FrameDescriptor.TYPE_OFFSET + buffer.limit();
    }

    /** True if the payload has more. */
    public boolean hasRemaining() {
        return buffer.hasRemaining();
    }

    public int getByte() {
        return buffer.get();
    }

    public boolean getBoolean() {
        return buffer.get() != 0;
    }

    public int getInt() {
        return buffer.getInt();
    }

    public long getLong() {
        return buffer.getLong();
    }

    public double getDouble() {
        return Double.longBitsToDouble(getLong());
    }

    /** Null for length −1; USER error if the bytes are not UTF-8. */
    public String getString() {
        int length = getInt();
        if (length == LENGTH_NULL) {
            return null;
        }
        int from = buffer.position();
        checkedCount(length, 1);
        buffer.position(from + length);
        return decode(bytes, from, from + length);
    }

    /** Decodes a string; USER error if the bytes are not UTF-8. */
    public static String decode(byte[] utf8, int from, int to) {
        try {
            return Utf8Reader.decode(utf8, from, to);
        } catch (Utf8Exception e) {
            throw new WukongsException(
                    WukongsException.Category.USER, "a text is not UTF-8: bytes=" + (to - from), e);
        }
    }

    public List<String> getStrings() {
        return getList(Integer.BYTES, WireReader::getString);
    }

    /** As {@link #getStrings()}; USER error if there are more than {@code countMax}. */
    public List<String> getStrings(String what, int countMax) {
        return getList(what, countMax, Integer.BYTES, WireReader::getString);
    }

    /**
     * Hands the elements of a list of strings, none of them null, to {@code visitor}; returns how
     * many. USER error if there are more than {@code countMax}.
     */
    public int visitStrings(String what, int countMax, TextVisitor visitor) {
        int count = checkedCount(what, countMax, Integer.BYTES);
        for (int i = 0; i < count; i++) {
            int length = checkedCount(getInt(), 1);
            int from = buffer.position();
            visitor.text(bytes, from, from + length);
            buffer.position(from + length);
        }
        return count;
    }

    public <T> List<T> getList(Function<WireReader, T> element) {
        return getList(1, element);
    }

    /**
     * A list of elements of at least {@code elementBytesMin} bytes each; USER error if there are
     * more than {@code countMax}.
     */
    public <T> List<T> getList(
            String what, int countMax, int elementBytesMin, Function<WireReader, T> element) {
        return elements(checkedCount(what, countMax, elementBytesMin), element);
    }

    private <T> List<T> getList(int elementBytesMin, Function<WireReader, T> element) {
        return elements(checkedCount(getInt(), elementBytesMin), element);
    }

    private <T> List<T> elements(int count, Function<WireReader, T> element) {
        List<T> values = new ArrayList<>(Math.min(count, LIST_CAPACITY_MAX));
        for (int i = 0; i < count; i++) {
            values.add(element.apply(this));
        }
        return values;
    }

    private int checkedCount(String what, int countMax, int elementBytesMin) {
        int count = checkedCount(getInt(), elementBytesMin);
        InputLimits.checkRange(what, count, 0, countMax);
        return count;
    }

    public long[] getLongs() {
        long[] values = new long[checkedCount(getInt(), Long.BYTES)];
        buffer.asLongBuffer().get(values);
        buffer.position(buffer.position() + values.length * Long.BYTES);
        return values;
    }

    /** Null for length −1. */
    public byte[] getBytes() {
        int length = getInt();
        if (length == LENGTH_NULL) {
            return null;
        }
        byte[] values = new byte[checkedCount(length, 1)];
        buffer.get(values);
        return values;
    }

    /**
     * Returns a count for which the rest of the frame has room, so that a broken frame cannot ask
     * for a huge array.
     */
    int checkedCount(int count, int elementBytesMin) {
        if (count < 0 || (long) count * elementBytesMin > buffer.remaining()) {
            throw new BufferUnderflowException();
        }
        return count;
    }
}
