package org.wukongs.flink.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.wukongs.stream.MessageId;

/** Layout of a writer's position in checkpoints: long epoch · int writer · long sequence. */
final class PositionBytes {

    static final int BYTES = Long.BYTES + Integer.BYTES + Long.BYTES;

    private PositionBytes() {}

    static void put(MessageId position, ByteBuffer out) {
        out.putLong(position.epoch()).putInt(position.writer()).putLong(position.sequence());
    }

    static MessageId get(ByteBuffer in) {
        return new MessageId(in.getLong(), in.getInt(), in.getLong());
    }

    static void checkLength(String what, byte[] bytes, int expected) throws IOException {
        if (bytes.length != expected) {
            throw new IOException(
                    "checkpointed state does not have the length of its version: what="
                            + what
                            + " bytes="
                            + bytes.length
                            + " expected="
                            + expected);
        }
    }
}
