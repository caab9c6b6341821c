package org.wukongs.store.progress;

import java.util.HashMap;
import java.util.Map;

/**
 * What is visible: Stable_SN and Stable_VTS, which move together. Immutable; published as one by
 * the {@link Coordinator}, so a reader in any thread never sees a VTS whose data is not there.
 *
 * @param sn Stable_SN
 * @param storedSnapshot number of the stored graphs' snapshot that it is, strictly rising; differs
 *     from {@code sn} where a replay names snapshots by event time
 * @param streams Stable_VTS: each stream's entry
 */
public record StablePoint(long sn, long storedSnapshot, Map<String, StreamPoint> streams) {

    static final StablePoint NOTHING = new StablePoint(0, 0, Map.of());

    public StablePoint {
        streams = Map.copyOf(streams);
    }

    /**
     * A stream's entry.
     *
     * @param batch the newest batch injected of all that are closed; {@code Long.MIN_VALUE} before
     *     the first
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

    /** Of a stream that is not there, as of one without a closed batch. */
    public StreamPoint stream(String name) {
        return streams.getOrDefault(name, StreamPoint.NOTHING);
    }
}
