package org.wukongs.store.progress;

import java.util.HashMap;
import java.util.Map;

/**
 * The visible state: Stable_SN and Stable_VTS, which move together. Immutable; the {@link
 * Coordinator} publishes it as a whole, so a reader in any thread never sees a VTS whose data is
 * missing.
 *
 * @param sn Stable_SN
 * @param storedSnapshot number of the stored graphs' snapshot, strictly rising; differs from {@code
 *     sn} if a replay numbers snapshots by event time
 * @param streams Stable_VTS, by stream
 */
public record StablePoint(long sn, long storedSnapshot, Map<String, StreamPoint> streams) {

    static final StablePoint NOTHING = new StablePoint(0, 0, Map.of());

    public StablePoint {
        streams = Map.copyOf(streams);
    }

    /**
     * The entry of a stream.
     *
     * @param batch the newest closed batch that is injected; {@code Long.MIN_VALUE} before the
     *     first
     * @param stableMs event time up to which the stream is stable: {@code Long.MIN_VALUE} before
     *     its first closed batch, {@code Long.MAX_VALUE} after its end
     */
    public record StreamPoint(long batch, long stableMs) {

        static final StreamPoint NOTHING = new StreamPoint(Long.MIN_VALUE, Long.MIN_VALUE);
    }

    StablePoint with(String stream, StreamPoint point) {
        Map<String, StreamPoint> changed = new HashMap<>(streams);
        changed.put(stream, point);
        return new StablePoint(sn, storedSnapshot, changed);
    }

    StablePoint without(String stream) {
        Map<String, StreamPoint> left = new HashMap<>(streams);
        left.remove(stream);
        return new StablePoint(sn, storedSnapshot, left);
    }

    /**
     * Returns the entry of a stream; that of an unknown stream is as before the first closed batch.
     */
    public StreamPoint stream(String name) {
        return streams.getOrDefault(name, StreamPoint.NOTHING);
    }
}
