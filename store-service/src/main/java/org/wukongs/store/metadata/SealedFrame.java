package org.wukongs.store.metadata;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.wukongs.error.WukongsException;
import org.wukongs.store.metadata.UnusableMetadataException.Kind;
import org.wukongs.wire.FrameDescriptor;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Layout of a record of a metadata log, and of a snapshot, big endian, not aligned:
 *
 * <pre>
 *  0       4     8         12       16     17
 * +-------+-----+---------+--------+------+---------+
 * | magic | CRC | version | length | type | payload |
 * +-------+-----+---------+--------+------+---------+
 *                          a frame, see {@link FrameDescriptor}
 * </pre>
 *
 * <p>The CRC32C is over everything after it. The frame ends where the bytes end. Nothing is
 * published in part: the log gives whole records.
 */
final class SealedFrame {

    /** Reads a payload as its version has it. */
    interface Content<T> {
        T read(int version, WireReader in);
    }

    private static final int MAGIC_OFFSET = 0;
    private static final int CRC_OFFSET = MAGIC_OFFSET + Integer.BYTES;
    private static final int VERSION_OFFSET = CRC_OFFSET + Integer.BYTES;
    static final int FRAME_OFFSET = VERSION_OFFSET + Integer.BYTES;
    private static final int BYTES_MIN = FRAME_OFFSET + FrameDescriptor.PAYLOAD_OFFSET;

    private final int magic;
    private final int version;
    private final int bytesMax;

    /**
     * @param magic first word of everything of this kind
     * @param version the newest one, which is written; it and those before are read
     */
    SealedFrame(int magic, int version, int bytesMax) {
        this.magic = magic;
        this.version = version;
        this.bytesMax = bytesMax;
    }

    /**
     * Returns a frame in its envelope.
     *
     * @throws WukongsException USER if it is too large
     */
    byte[] seal(WireWriter frame) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(FRAME_OFFSET + frame.length());
        out.writeBytes(new byte[FRAME_OFFSET]);
        try {
            frame.writeTo(out);
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
        byte[] bytes = out.toByteArray();
        if (bytes.length > bytesMax) {
            throw WukongsException.user(
                    "too large for the metadata log: bytes="
                            + bytes.length
                            + " bytesMax="
                            + bytesMax);
        }
        ByteBuffer header = ByteBuffer.wrap(bytes);
        header.putInt(MAGIC_OFFSET, magic);
        header.putInt(VERSION_OFFSET, version);
        header.putInt(CRC_OFFSET, crc(bytes));
        return bytes;
    }

    /**
     * Checks an envelope and reads the frame in it.
     *
     * @param content reads the whole payload
     * @throws UnusableMetadataException if anything is not as it was sealed
     */
    <T> T open(byte[] bytes, Content<T> content) {
        if (bytes.length < BYTES_MIN || bytes.length > bytesMax) {
            throw UnusableMetadataException.of(
                    Kind.DAMAGED, "bytes", BYTES_MIN + ".." + bytesMax, bytes.length);
        }
        ByteBuffer header = ByteBuffer.wrap(bytes);
        check("magic", magic, header.getInt(MAGIC_OFFSET));
        check("CRC", crc(bytes), header.getInt(CRC_OFFSET));
        int found = header.getInt(VERSION_OFFSET);
        if (found > version) {
            throw UnusableMetadataException.of(Kind.NEWER, "version", version, found);
        }
        check("first version", 1, Math.min(found, 1));
        check(
                "length",
                bytes.length - FRAME_OFFSET - FrameDescriptor.TYPE_OFFSET,
                header.getInt(FRAME_OFFSET + FrameDescriptor.LENGTH_OFFSET));
        return read(bytes, found, content);
    }

    private static <T> T read(byte[] bytes, int version, Content<T> content) {
        try {
            WireReader frame = WireReader.of(bytes, FRAME_OFFSET);
            T read = content.read(version, frame);
            if (frame.hasRemaining()) {
                throw new IllegalArgumentException("there are bytes after the content");
            }
            return read;
        } catch (UnusableMetadataException e) {
            throw e;
        } catch (BufferUnderflowException
                | IllegalStateException
                | IllegalArgumentException
                | IndexOutOfBoundsException
                | NullPointerException
                | WukongsException e) {
            throw UnusableMetadataException.content(e);
        }
    }

    private static void check(String what, int expected, int found) {
        if (found != expected) {
            throw UnusableMetadataException.of(Kind.DAMAGED, what, expected, found);
        }
    }

    private static int crc(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, VERSION_OFFSET, bytes.length - VERSION_OFFSET);
        return (int) crc.getValue();
    }
}
