package org.wukongs.flink.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.wukongs.flink.common.StateVersions;

/**
 * Bytes of a {@link WriterCommittable}, big-endian. Version 1: long epoch · int writer · long
 * sequence. A change adds a version and keeps reading the old ones.
 */
final class WriterCommittableSerializer implements SimpleVersionedSerializer<WriterCommittable> {

    static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(WriterCommittable committable) {
        ByteBuffer bytes = ByteBuffer.allocate(PositionBytes.BYTES);
        PositionBytes.put(committable.position(), bytes);
        return bytes.array();
    }

    @Override
    public WriterCommittable deserialize(int version, byte[] serialized) throws IOException {
        StateVersions.check("sink committable", version, VERSION);
        PositionBytes.checkLength("sink committable", serialized, PositionBytes.BYTES);
        return new WriterCommittable(PositionBytes.get(ByteBuffer.wrap(serialized)));
    }
}
