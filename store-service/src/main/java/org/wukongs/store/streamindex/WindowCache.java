package org.wukongs.store.streamindex;

import java.util.LinkedHashMap;
import java.util.Map;
import org.wukongs.store.transientstore.StreamRing;
import org.wukongs.stream.StreamDefinition;

/**
 * Builds each window (stream, range, end) once, for all queries that read it.
 *
 * <p>Only windows on closed batches are built, so a cached window never changes.
 */
public final class WindowCache {

    /** Six streams with three ranges each, for this window end and the one before. */
    private static final int WINDOW_COUNT_MAX = 36;

    private record WindowKey(String stream, long fromMs, long toMs) {}

    private final Map<WindowKey, WindowIndex> windows =
            new LinkedHashMap<>(WINDOW_COUNT_MAX, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<WindowKey, WindowIndex> eldest) {
                    return size() > WINDOW_COUNT_MAX;
                }
            };

    /** The window [fromMs, toMs) of a stream whose batches up to {@code toMs} are closed. */
    public WindowIndex window(StreamDefinition stream, StreamRing ring, long fromMs, long toMs) {
        return windows.computeIfAbsent(
                new WindowKey(stream.name(), fromMs, toMs),
                key ->
                        new WindowIndex(
                                fromMs,
                                toMs,
                                ring.slices(stream.batchOf(fromMs), stream.batchOf(toMs - 1))));
    }

    /** Forgets the windows of a stream that goes on after its end. */
    public void invalidate(String stream) {
        windows.keySet().removeIf(key -> key.stream().equals(stream));
    }
}
