package org.wukongs.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Reads one frame at a time. Not thread-safe. What does not parse is an {@link IOException}: the
 * peer is not ours.
 */
public final class WireReader {

    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int type;

    /** Reads the next frame; false at the end of the stream. */
    public boolean readFrom(DataInputStream in) throws IOException {
        int length;
        try {
            length = in.readInt();
        } catch (EOFException e) {
            return false;
        }
        if (length < 1 || length > FrameDescriptor.LENGTH_MAX) {
            throw new IOException("not a frame: length=" + length);
        }
        byte[] bytes = buffer.capacity() >= length ? buffer.array() : new byte[length];
        in.readFully(bytes, 0, length);
        buffer = ByteBuffer.wrap(bytes);
        buffer.limit(length);
        type = getByte();
        return true;
    }

    /** The frame's type byte. */
    public int type() {
        return type;
    }

    /** True where the payload has more. */
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

    public String getString() {
        int length = getInt();
        if (length < 0) {
            return null;
        }
        String value =
                new String(
                        buffer.array(),
                        buffer.position(),
                        checkedCount(length, 1),
                        StandardCharsets.UTF_8);
        buffer.position(buffer.position() + length);
        return value;
    }

    public List<String> getStrings() {
        return getList(WireReader::getString);
    }

    public <T> List<T> getList(Function<WireReader, T> element) {
        int count = checkedCount(getInt(), 1);
        List<T> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(element.apply(this));
        }
        return values;
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
        if (length == -1) {
            return null;
        }
        byte[] values = new byte[checkedCount(length, 1)];
        buffer.get(values);
        return values;
    }

    /**
     * A count that the rest of the frame has room for, so that a broken frame cannot ask for a huge
     * array.
     */
    int checkedCount(int count, int elementBytesMin) {
        if (count < 0 || (long) count * elementBytesMin > buffer.remaining()) {
            throw new BufferUnderflowException();
        }
        return count;
    }
}
