package org.wukongs.flink.changelog;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.annotation.Internal;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.wukongs.client.ChangelogPosition;
import org.wukongs.flink.common.StateVersions;

/**
 * Bytes of a {@link ChangelogSplit}, big-endian, strings as int length and UTF-8.
 *
 * <ul>
 *   <li>Version 1: graph · reader · long snapshot · long row · long scannedSubject · long
 *       scannedEdge.
 * </ul>
 *
 * A change adds a version and keeps reading the old ones.
 */
@Internal
public final class ChangelogSplitSerializer implements SimpleVersionedSerializer<ChangelogSplit> {

    static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(ChangelogSplit split) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
        DataOutputStream out = new DataOutputStream(bytes);
        writeString(out, split.graph());
        writeString(out, split.reader());
        ChangelogPosition position = split.position();
        out.writeLong(position.snapshot());
        out.writeLong(position.row());
        out.writeLong(position.scannedSubject());
        out.writeLong(position.scannedEdge());
        return bytes.toByteArray();
    }

    @Override
    public ChangelogSplit deserialize(int version, byte[] serialized) throws IOException {
        StateVersions.check("changelog split", version, VERSION);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized));
        return new ChangelogSplit(
                readString(in),
                readString(in),
                new ChangelogPosition(in.readLong(), in.readLong(), in.readLong(), in.readLong()));
    }

    private static void writeString(DataOutputStream out, String value) throws IOException {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
    }

    private static String readString(DataInputStream in) throws IOException {
        byte[] utf8 = new byte[in.readInt()];
        in.readFully(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
