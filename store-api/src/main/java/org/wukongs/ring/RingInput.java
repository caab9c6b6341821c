package org.wukongs.ring;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/**
 * Bytes out of a ring. Its end is that of the connection, after the last byte that was written. Who
 * uses it has entered the memory.
 */
public final class RingInput extends InputStream {

    private final RingSide side;
    private final RingMemory memory;
    private final int bytesOffset;
    private final int writtenOffset;
    private final int readOffset;
    private final int mask;
    private final int unpublishedMax; // bytes read of which the other side does not know
    private final SpinBudget.Condition filled = this::isFilled;
    private long written; // as last seen
    private long read;
    private long published; // of read

    RingInput(RingSide side, int bytesOffset, int writtenOffset, int readOffset) {
        this.side = side;
        this.memory = side.memory();
        this.bytesOffset = bytesOffset;
        this.writtenOffset = writtenOffset;
        this.readOffset = readOffset;
        this.mask = memory.capacityBytes() - 1;
        this.unpublishedMax = memory.capacityBytes() / RingOutput.PARTS;
    }

    /** Waits for a byte; false at the end of the connection. */
    public boolean awaitByte() throws IOException {
        return read != written || refilled();
    }

    @Override
    public int read() throws IOException {
        if (!awaitByte()) {
            return -1;
        }
        int value = memory.getByte(bytesOffset + (int) (read & mask)) & 0xFF;
        read++;
        publishIfMuch();
        return value;
    }

    @Override
    public int read(byte[] to, int at, int length) throws IOException {
        Objects.checkFromIndexSize(at, length, to.length);
        if (length == 0) {
            return 0;
        }
        if (!awaitByte()) {
            return -1;
        }
        int from = (int) (read & mask);
        int count = (int) Math.min(Math.min(length, written - read), mask + 1 - from);
        memory.getBytes(bytesOffset + from, to, at, count);
        read += count;
        publishIfMuch();
        return count;
    }

    private void publishIfMuch() throws IOException {
        if (read - published >= unpublishedMax) {
            publish();
        }
    }

    @Override
    public int available() throws IOException {
        return read != written || isFilled() ? (int) (written - read) : 0;
    }

    private boolean refilled() throws IOException {
        publish();
        return isFilled() || side.await(RingDescriptor.FOR_BYTES, filled);
    }

    private boolean isFilled() throws IOException {
        memory.checkOpen();
        long now = memory.get(writtenOffset);
        int bytes = side.checkedBytes(now, read, now - written);
        written = now;
        return bytes > 0;
    }

    /** Tells the other side how much room there is again. */
    private void publish() throws IOException {
        if (published != read) {
            published = read;
            memory.set(readOffset, read);
            side.wakeIfWaits(RingDescriptor.FOR_ROOM);
        }
    }
}
