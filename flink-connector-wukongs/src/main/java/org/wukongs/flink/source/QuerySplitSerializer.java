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
import org.wukongs.flink.source.QuerySplit.Kind;

/**
 * Bytes of a {@link QuerySplit}, big-endian, strings as int length and UTF-8.
 *
 * <ul>
 *   <li>Version 1: query · int index of its node, always 0 as there was one · long nextWindowEndMs.
 *   <li>Version 2: byte kind (0 query, 1 template) · name · node · long nextWindowEndMs.
 * </ul>
 *
 * A change adds a version and keeps reading the old ones.
 */
@Internal
public final class QuerySplitSerializer implements SimpleVersionedSerializer<QuerySplit> {

    static final int VERSION = 2;

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
    }

    static QuerySplit read(int version, DataInputStream in) throws IOException {
        if (version == VERSION_OF_QUERIES_ONLY) {
            QuerySplit query = QuerySplit.ofQuery(readString(in), "");
            in.readInt();
            return query.from(in.readLong());
        }
        return new QuerySplit(kind(in.readByte()), readString(in), readString(in), in.readLong());
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
