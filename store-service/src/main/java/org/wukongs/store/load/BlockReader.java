package org.wukongs.store.load;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.wukongs.error.WukongsException;

/**
 * Cuts a stream of bytes into blocks at line ends. A line may end with a line feed, a carriage
 * return or both; the last line gets a line end if it has none.
 */
final class BlockReader {

    /** A line is one statement; a file with a longer line has another format, or is not text. */
    static final int LINE_BYTES_MAX = 1 << 28;

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final SourceFile file;
    private final InputStream in;
    private final BlockPool pool;
    private byte[] bytes;
    private int length;
    private int blockCount;
    private boolean ended;

    /** Takes an array from the pool; {@link #close} gives it back. */
    BlockReader(SourceFile file, InputStream in, BlockPool pool) throws InterruptedException {
        this.file = file;
        this.in = in;
        this.pool = pool;
        this.bytes = pool.take();
    }

    /** Returns the next block, null at the end. The caller gives its array back to the pool. */
    ByteBlock next() throws IOException, InterruptedException {
        int end = fill();
        if (blockCount == 0) {
            end = dropByteOrderMark(end);
        }
        if (end == 0) {
            return null;
        }
        byte[] rest = pool.take();
        int restLength = length - end;
        if (restLength > rest.length) {
            rest = new byte[bytes.length];
        }
        System.arraycopy(bytes, end, rest, 0, restLength);
        ByteBlock block = new ByteBlock(file, blockCount++, bytes, end);
        bytes = rest;
        length = restLength;
        return block;
    }

    /**
     * Reads until the array is full and has at least one whole line; returns the end of the last
     * whole line.
     */
    private int fill() throws IOException {
        while (true) {
            readFully();
            if (ended) {
                return endLastLine();
            }
            int end = lastLineEnd();
            if (end > 0) {
                return end;
            }
            grow();
        }
    }

    /** Leaves one byte free, for a line end that the last line may lack. */
    private void readFully() throws IOException {
        while (!ended && length < bytes.length - 1) {
            int count = in.read(bytes, length, bytes.length - 1 - length);
            ended = count < 0;
            length += Math.max(0, count);
        }
    }

    private int endLastLine() {
        if (length > 0 && bytes[length - 1] != '\n') {
            bytes[length++] = '\n';
        }
        return length;
    }

    /** Returns the index after the last line end, 0 if there is none. */
    private int lastLineEnd() {
        for (int i = length - 1; i >= 0; i--) {
            if (bytes[i] == '\n') {
                return i + 1;
            }
        }
        // A carriage return in the last byte may have its line feed in the bytes to come.
        for (int i = length - 2; i >= 0; i--) {
            if (bytes[i] == '\r') {
                return i + 1;
            }
        }
        return 0;
    }

    private void grow() {
        if (bytes.length >= LINE_BYTES_MAX) {
            throw WukongsException.user(
                    "a line is too long for a statement: file="
                            + file.path()
                            + " lineBytesMax="
                            + LINE_BYTES_MAX);
        }
        bytes = Arrays.copyOf(bytes, bytes.length * 2);
    }

    private int dropByteOrderMark(int end) {
        if (end < BYTE_ORDER_MARK.length
                || !Arrays.equals(
                        bytes,
                        0,
                        BYTE_ORDER_MARK.length,
                        BYTE_ORDER_MARK,
                        0,
                        BYTE_ORDER_MARK.length)) {
            return end;
        }
        length -= BYTE_ORDER_MARK.length;
        System.arraycopy(bytes, BYTE_ORDER_MARK.length, bytes, 0, length);
        return end - BYTE_ORDER_MARK.length;
    }

    /** Gives back the array that the reader still holds. */
    void close() {
        pool.giveBack(bytes);
    }
}
