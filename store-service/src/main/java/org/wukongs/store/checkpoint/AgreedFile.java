package org.wukongs.store.checkpoint;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * The file with what all nodes of a cluster have agreed on, as bytes that only the reader of the
 * cluster's metadata log understands. A node has read that up to its cut, and not much further.
 */
final class AgreedFile {

    /** Kind of the file. */
    static final String NAME = "agreed";

    /** Bytes of a record. */
    private static final int RECORD_BYTES = 1 << 20;

    /** Twice as much as a frame may have: the state of a cluster is one, with a head. */
    private static final int BYTES_MAX = 1 << 28;

    private AgreedFile() {}

    static void write(byte[] agreed, RecordWriter out) {
        for (int from = 0; from < agreed.length; from += RECORD_BYTES) {
            int to = Math.min(agreed.length, from + RECORD_BYTES);
            out.begin(RecordType.AGREED).putBytes(Arrays.copyOfRange(agreed, from, to));
            out.end();
        }
    }

    static byte[] read(RecordReader in) {
        ByteArrayOutputStream agreed = new ByteArrayOutputStream();
        for (RecordType type = in.next(); type != null; type = in.next()) {
            if (type != RecordType.AGREED) {
                throw in.unexpected(type);
            }
            agreed.writeBytes(in.record().getBytes());
            if (agreed.size() > BYTES_MAX) {
                throw in.damaged("the state of a cluster is too long", null);
            }
        }
        return agreed.toByteArray();
    }
}
