package org.wukongs.flink.source;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.annotation.Internal;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.wukongs.flink.common.StateVersions;

/**
 * Bytes of a {@link QueryEnumeratorState}, big-endian. In all versions: int count, ids of splits
 * (int length, UTF-8) · int count, splits as in the same version of {@link QuerySplitSerializer}.
 * In version 1 all splits are queries, and their ids are the queries' names.
 */
@Internal
public final class QueryEnumeratorStateSerializer
        implements SimpleVersionedSerializer<QueryEnumeratorState> {

    static final int VERSION = 3;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(QueryEnumeratorState state) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(state.knownSplits().size());
        for (String id : state.knownSplits()) {
            QuerySplitSerializer.writeString(out, id);
        }
        out.writeInt(state.unassigned().size());
        for (QuerySplit split : state.unassigned()) {
            QuerySplitSerializer.write(out, split);
        }
        return bytes.toByteArray();
    }

    @Override
    public QueryEnumeratorState deserialize(int version, byte[] serialized) throws IOException {
        StateVersions.check("query enumerator", version, VERSION);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(serialized));
        List<String> known = new ArrayList<>();
        for (int count = in.readInt(); count > 0; count--) {
            known.add(QuerySplitSerializer.readString(in));
        }
        List<QuerySplit> unassigned = new ArrayList<>();
        for (int count = in.readInt(); count > 0; count--) {
            unassigned.add(QuerySplitSerializer.read(version, in));
        }
        return new QueryEnumeratorState(known, unassigned);
    }
}
