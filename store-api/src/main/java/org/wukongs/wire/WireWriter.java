package org.wukongs.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import org.wukongs.error.WukongsException;
import org.wukongs.text.Surrogates;

/** Builds one frame at a time in a growing buffer. Not thread-safe. */
public final class WireWriter {

    /** Capacity of the buffer that is kept between frames; larger frames are rare. */
    public static final int KEPT_BYTES_MAX = 1 << 18;

    private static final int CAPACITY_MIN = 8192;

    private final IntConsumer growth;
    private ByteBuffer buffer = ByteBuffer.allocate(CAPACITY_MIN);

    public WireWriter() {
        this(capacityBytes -> {});
    }

    /**
     * {@code growth} is told the new capacity before the buffer grows beyond {@link
     * #KEPT_BYTES_MAX}, and may refuse by an exception.
     */
    public WireWriter(IntConsumer growth) {
        this.growth = growth;
    }

    /** Frees the buffer of a large frame. */
    public void release() {
        releaseAbove(KEPT_BYTES_MAX);
    }

    /** Frees the buffer if it is larger than {@code keptBytes}. */
    public void releaseAbove(int keptBytes) {
        if (buffer.capacity() > keptBytes) {
            buffer = ByteBuffer.allocate(CAPACITY_MIN);
        }
    }

    /** Begins a frame and discards the earlier one. */
    public WireWriter begin(int type) {
        buffer.clear();
        buffer.position(FrameDescriptor.TYPE_OFFSET);
        buffer.put((byte) type);
        return this;
    }

    public WireWriter begin(MessageType type) {
        return begin(type.code());
    }

    /** Bytes of the frame so far. */
    public int length() {
        return buffer.position();
    }

    /** Writes the frame, its length first. */
    public void writeTo(OutputStream out) throws IOException {
        int end = buffer.position();
        buffer.putInt(FrameDescriptor.LENGTH_OFFSET, end - FrameDescriptor.TYPE_OFFSET);
        out.write(buffer.array(), 0, end);
    }

    /** Returns the frame, its length first. */
    public byte[] toBytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(buffer.position());
        try {
            writeTo(out);
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
        return out.toByteArray();
    }

    public WireWriter putByte(int value) {
        room(Byte.BYTES).put((byte) value);
        return this;
    }

    public WireWriter putBoolean(boolean value) {
        return putByte(value ? 1 : 0);
    }

    public WireWriter putInt(int value) {
        room(Integer.BYTES).putInt(value);
        return this;
    }

    /** Overwrites an int that was put when {@link #length} was {@code at}. */
    public WireWriter setInt(int at, int value) {
        buffer.putInt(at, value);
        return this;
    }

    public WireWriter putLong(long value) {
        room(Long.BYTES).putLong(value);
        return this;
    }

    public WireWriter putDouble(double value) {
        return putLong(Double.doubleToRawLongBits(value));
    }

    public WireWriter putString(String value) {
        if (value == null) {
            return putInt(-1);
        }
        checkUnicode(value);
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        putInt(bytes.length);
        room(bytes.length).put(bytes);
        return this;
    }

    /** Rejects half of a surrogate pair, which would become a question mark. */
    private static void checkUnicode(String value) {
        int lone = Surrogates.firstLone(value);
        if (lone >= 0) {
            throw WukongsException.user(
                    "a text is not Unicode, it has half of a surrogate pair: index=" + lone);
        }
    }

    public WireWriter putStrings(List<String> values) {
        return putList(values, (value, out) -> out.putString(value));
    }

    public <T> WireWriter putList(List<T> values, BiConsumer<T, WireWriter> element) {
        putInt(values.size());
        for (T value : values) {
            element.accept(value, this);
        }
        return this;
    }

    public WireWriter putLongs(long[] values) {
        return putLongs(values, values.length);
    }

    /** Puts the first {@code count} of some longs. */
    public WireWriter putLongs(long[] values, int count) {
        putInt(count);
        ByteBuffer target = room(checkedLength((long) count * Long.BYTES));
        target.asLongBuffer().put(values, 0, count);
        target.position(target.position() + count * Long.BYTES);
        return this;
    }

    /** Null is length −1. */
    public WireWriter putBytes(byte[] values) {
        if (values == null) {
            return putInt(-1);
        }
        putInt(values.length);
        room(values.length).put(values);
        return this;
    }

    /** Puts {@code values[from..to-1]}, as {@link #putBytes(byte[])}. */
    public WireWriter putBytes(byte[] values, int from, int to) {
        putInt(to - from);
        room(to - from).put(values, from, to - from);
        return this;
    }

    private ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            int needed = checkedLength((long) buffer.position() + bytes);
            int grown =
                    (int)
                            Math.min(
                                    FrameDescriptor.LENGTH_MAX,
                                    Math.max(needed, buffer.capacity() * 2L));
            if (grown > KEPT_BYTES_MAX) {
                growth.accept(grown);
            }
            ByteBuffer larger = ByteBuffer.allocate(grown);
            buffer.flip();
            larger.put(buffer);
            buffer = larger;
        }
        return buffer;
    }

    private static int checkedLength(long bytes) {
        if (bytes > FrameDescriptor.LENGTH_MAX) {
            throw WukongsException.user(
                    "a message is too large, send or ask for less at once: lengthBytes="
                            + bytes
                            + " lengthBytesMax="
                            + FrameDescriptor.LENGTH_MAX);
        }
        return (int) bytes;
    }
}
