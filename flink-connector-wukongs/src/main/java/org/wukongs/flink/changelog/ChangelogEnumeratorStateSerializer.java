package org.wukongs.flink.changelog;

import java.io.IOException;
import java.util.Arrays;
import org.apache.flink.annotation.Internal;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.wukongs.flink.common.StateVersions;

/**
 * Bytes of a {@link ChangelogEnumeratorState}: a byte 0 if a reader has the split; otherwise 1 and
 * the split as in the same version of {@link ChangelogSplitSerializer}.
 */
@Internal
public final class ChangelogEnumeratorStateSerializer
        implements SimpleVersionedSerializer<ChangelogEnumeratorState> {

    static final int VERSION = 1;

    private static final byte ASSIGNED = 0;
    private static final byte UNASSIGNED = 1;

    private final ChangelogSplitSerializer splits = new ChangelogSplitSerializer();

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(ChangelogEnumeratorState state) throws IOException {
        if (state.unassigned() == null) {
            return new byte[] {ASSIGNED};
        }
        byte[] split = splits.serialize(state.unassigned());
        byte[] bytes = new byte[1 + split.length];
        bytes[0] = UNASSIGNED;
        System.arraycopy(split, 0, bytes, 1, split.length);
        return bytes;
    }

    @Override
    public ChangelogEnumeratorState deserialize(int version, byte[] serialized) throws IOException {
        StateVersions.check("changelog enumerator", version, VERSION);
        if (serialized[0] == ASSIGNED) {
            return new ChangelogEnumeratorState(null);
        }
        byte[] split = Arrays.copyOfRange(serialized, 1, serialized.length);
        return new ChangelogEnumeratorState(splits.deserialize(version, split));
    }
}
