package org.wukongs.flink.source;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.flink.annotation.Internal;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderId.Kind;
import org.wukongs.flink.common.StateVersions;

/**
 * Bytes of a {@link QuerySplit}, big-endian, strings as int length and UTF-8.
 *
 * <ul>
 *   <li>Version 1: query · int index of its node, always 0 · long nextWindowEndMs.
 *   <li>Version 2: byte kind (0 query, 1 template) · name · node · long nextWindowEndMs.
 *   <li>Version 3: as version 2 · reader. In earlier versions readers had no name.
 * </ul>
 *
 * A change adds a version and keeps reading the old ones.
 */
@Internal
public final class QuerySplitSerializer implements SimpleVersionedSerializer<QuerySplit> {

    static final int VERSION = 3;

    private static final int VERSION_OF_QUERIES_ONLY = 1;

    /** By code; append only. */
    private static final Kind[] KINDS = {Kind.QUERY, Kind.TEMPLATE};

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
        return read(version, new DataInputStream(new ByteArrayInputStream(serialized)));
    }

    static void write(DataOutputStream out, QuerySplit split) throws IOException {
        out.writeByte(code(split.kind()));
        writeString(out, split.name());
        writeString(out, split.node());
        out.writeLong(split.nextWindowEndMs());
        writeString(out, split.reader());
    }

    static QuerySplit read(int version, DataInputStream in) throws IOException {
        if (version == VERSION_OF_QUERIES_ONLY) {
            String name = readString(in);
            in.readInt();
            return QuerySplit.ofQuery(name, "").from(in.readLong());
        }
        Kind kind = kind(in.readByte());
        String name = readString(in);
        String node = readString(in);
        long nextWindowEndMs = in.readLong();
        String reader = version < VERSION ? ReaderId.NAMELESS : readString(in);
        return new QuerySplit(kind, name, reader, node, nextWindowEndMs);
    }

    private static int code(Kind kind) {
        return kind == KINDS[0] ? 0 : 1;
    }

    private static Kind kind(byte code) throws IOException {
        if (code < 0 || code >= KINDS.length) {
            throw new IOException("unknown kind of query split: code=" + code);
        }
        return KINDS[code];
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
