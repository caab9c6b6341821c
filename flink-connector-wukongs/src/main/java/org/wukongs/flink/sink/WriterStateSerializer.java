package org.wukongs.flink.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.wukongs.flink.common.StateVersions;
import org.wukongs.stream.MessageId;

/**
 * Bytes of a {@link WriterState}, big-endian. Version 1: long epoch · int writer · long sequence ·
 * long lateCount. A change adds a version and keeps reading the old ones.
 */
final class WriterStateSerializer implements SimpleVersionedSerializer<WriterState> {

    static final int VERSION = 1;

    private static final int BYTES_V1 = PositionBytes.BYTES + Long.BYTES;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(WriterState state) {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES_V1);
        PositionBytes.put(state.position(), bytes);
        return bytes.putLong(state.lateCount()).array();
    }

    @Override
    public WriterState deserialize(int version, byte[] serialized) throws IOException {
        StateVersions.check("sink writer", version, VERSION);
        PositionBytes.checkLength("sink writer", serialized, BYTES_V1);
        ByteBuffer bytes = ByteBuffer.wrap(serialized);
        MessageId position = PositionBytes.get(bytes);
        return new WriterState(position, bytes.getLong());
    }
}
