package org.wukongs.store.log;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The bytes of a segment, in order from any offset, with a CRC of what was read, and a copy of just
 * these bytes if somebody wants one.
 */
final class SegmentInput extends InputStream {

    private static final int BUFFER_BYTES = 1 << 16;

    private final StorageDirectory.Input file;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private final CRC32C crc = new CRC32C();

    /** The bytes {@code [startOffset, startOffset + filled)} of the file are in the buffer. */
    private long startOffset;

    private int filledBytes;
    private long offset;
    private ByteArrayOutputStream copy; // null if nobody wants one

    SegmentInput(StorageDirectory.Input file) {
        this.file = file;
    }

    /** Goes on at an offset with an empty CRC. */
    void seek(long to) {
        offset = to;
        crc.reset();
    }

    /** Appends what is read from now on to {@code to}, nothing if that is null. */
    void copyTo(ByteArrayOutputStream to) {
        copy = to;
    }

    /** Returns the CRC of what was read since {@link #seek}. */
    int crc() {
        return (int) crc.getValue();
    }

    /** Returns true if all bytes at offsets [from, to) are zero. */
    boolean isZero(long from, long to) throws IOException {
        long at = from;
        while (at < to && buffer.get(require(at, 1)) == 0) {
            at++;
        }
        return at == to;
    }

    int intAt(long at) throws IOException {
        return buffer.getInt(require(at, Integer.BYTES));
    }

    long longAt(long at) throws IOException {
        return buffer.getLong(require(at, Long.BYTES));
    }

    /** Returns where the byte at an offset is in the buffer, with all of {@code count} bytes. */
    private int require(long at, int count) throws IOException {
        if (at < startOffset || at + count > startOffset + filledBytes) {
            fill(at, count);
        }
        return (int) (at - startOffset);
    }

    private void fill(long at, int count) throws IOException {
        buffer.clear();
        startOffset = at;
        filledBytes = 0;
        while (filledBytes < count) {
            int read = file.read(buffer, at + filledBytes);
            if (read < 0) {
                throw new EOFException("a segment has become shorter");
            }
            filledBytes += read;
        }
    }

    @Override
    public int read() throws IOException {
        int at = require(offset, 1);
        took(at, 1);
        return buffer.get(at) & 0xFF;
    }

    @Override
    public int read(byte[] into, int from, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        int at = require(offset, 1);
        int read = Math.min(count, filledBytes - at);
        buffer.get(at, into, from, read);
        took(at, read);
        return read;
    }

    private void took(int at, int count) {
        crc.update(buffer.array(), buffer.arrayOffset() + at, count);
        if (copy != null) {
            copy.write(buffer.array(), buffer.arrayOffset() + at, count);
        }
        offset += count;
    }

    /** Adds bytes to the CRC without handing them out. */
    void check(long count) throws IOException {
        long left = count;
        while (left > 0) {
            int at = require(offset, 1);
            int some = (int) Math.min(left, filledBytes - at);
            took(at, some);
            left -= some;
        }
    }
}
