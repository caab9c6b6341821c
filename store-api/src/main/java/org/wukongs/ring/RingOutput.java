package org.wukongs.ring;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;

/**
 * Bytes into a ring; they reach the other side with {@link #flush}, or when there are many. If the
 * ring is full, writing waits. Who uses it has entered the memory.
 */
public final class RingOutput extends OutputStream {

    /** Of a ring: counts are stored after so much, so that both sides work at a long frame. */
    static final int PARTS = 4;

    private final RingSide side;
    private final RingMemory memory;
    private final int bytesOffset;
    private final int writtenOffset;
    private final int readOffset;
    private final int capacityBytes;
    private final SpinBudget.Condition roomy = this::hasRoom;
    private long written;
    private long published; // of written
    private long read; // as last seen
    private int roomWanted;

    RingOutput(RingSide side, int bytesOffset, int writtenOffset, int readOffset) {
        this.side = side;
        this.memory = side.memory();
        this.bytesOffset = bytesOffset;
        this.writtenOffset = writtenOffset;
        this.readOffset = readOffset;
        this.capacityBytes = memory.capacityBytes();
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] from, int at, int length) throws IOException {
        Objects.checkFromIndexSize(at, length, from.length);
        memory.checkOpen();
        int done = 0;
        while (done < length) {
            int room = room(length - done);
            int to = (int) (written & (capacityBytes - 1));
            int count = Math.min(Math.min(length - done, room), capacityBytes - to);
            count = Math.min(count, capacityBytes / PARTS);
            memory.putBytes(bytesOffset + to, from, at + done, count);
            written += count;
            done += count;
            if (written - published >= capacityBytes / PARTS) {
                publish();
            }
        }
    }

    /** Returns the bytes that are free, at least one; waits for some of those that are wanted. */
    private int room(int wanted) throws IOException {
        int room = capacityBytes - (int) (written - read);
        if (room >= wanted) {
            return room;
        }
        roomWanted = 1;
        if (!hasRoom()) {
            publish();
            roomWanted = Math.min(wanted, capacityBytes / PARTS);
            if (!side.await(RingDescriptor.FOR_ROOM, roomy)) {
                throw new EOFException("the other side has closed the connection");
            }
        }
        return capacityBytes - (int) (written - read);
    }

    private boolean hasRoom() throws IOException {
        memory.checkOpen();
        long now = memory.get(readOffset);
        int waiting = side.checkedBytes(written, now, now - read);
        read = now;
        return capacityBytes - waiting >= roomWanted;
    }

    @Override
    public void flush() throws IOException {
        memory.checkOpen();
        publish();
    }

    private void publish() throws IOException {
        if (published != written) {
            published = written;
            memory.set(writtenOffset, written);
            side.wakeIfWaits(RingDescriptor.FOR_BYTES);
        }
    }
}
