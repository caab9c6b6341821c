package org.wukongs.flink.source;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.annotation.Internal;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.wukongs.flink.common.StateVersions;

/**
 * Bytes of a {@link QuerySplit}, big-endian. Version 1: query (int length, UTF-8) · int storeIndex
 * · long nextWindowEndMs. A change adds a version and keeps reading the old ones.
 */
@Internal
public final class QuerySplitSerializer implements SimpleVersionedSerializer<QuerySplit> {

    static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(QuerySplit split) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64);
        write(new DataOutputStream(bytes), split);
        return bytes.toByteArray();
    }

    @Override
    public QuerySplit deserialize(int version, byte[] serialized) throws IOException {
        StateVersions.check("query split", version, VERSION);
        return read(new DataInputStream(new ByteArrayInputStream(serialized)));
    }

    static void write(DataOutputStream out, QuerySplit split) throws IOException {
        writeString(out, split.query());
        out.writeInt(split.storeIndex());
        out.writeLong(split.nextWindowEndMs());
    }

    static QuerySplit read(DataInputStream in) throws IOException {
        return new QuerySplit(readString(in), in.readInt(), in.readLong());
    }

    static void writeString(DataOutputStream out, String value) throws IOException {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
    }

    static String readString(DataInputStream in) throws IOException {
        byte[] utf8 = new byte[in.readInt()];
        in.readFully(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
