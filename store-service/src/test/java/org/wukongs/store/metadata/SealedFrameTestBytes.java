package org.wukongs.store.metadata;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Bytes that this version does not write. */
final class SealedFrameTestBytes {

    private static final int CRC_OFFSET = 4;
    static final int VERSION_OFFSET = 8;

    private SealedFrameTestBytes() {}

    /** Makes the CRC right again. */
    static void seal(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, VERSION_OFFSET, bytes.length - VERSION_OFFSET);
        ByteBuffer.wrap(bytes).putInt(CRC_OFFSET, (int) crc.getValue());
    }

    static byte[] newerRecord() {
        byte[] bytes = new MetadataRecord(1, 1, new Proposal.Leave(1)).encode();
        ByteBuffer.wrap(bytes).putInt(VERSION_OFFSET, MetadataRecord.VERSION + 1);
        seal(bytes);
        return bytes;
    }
}
