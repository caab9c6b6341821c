package org.wukongs.difftest;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * When streams are registered and dropped. A stream without an entry is there all the time. A query
 * is registered with the last of its streams, and unregistered when the first one is dropped; it
 * reads windows that came after it only.
 */
final class StreamLives {

    static final StreamLives NONE = new StreamLives(Map.of());

    /** Registered at {@code fromMs}, dropped at {@code toMs}, borders of its batches. */
    record Life(long fromMs, long toMs) {

        boolean has(long timeMs) {
            return timeMs >= fromMs && timeMs < toMs;
        }
    }

    private final Map<String, List<Life>> lives;

    /** {@code lives} of a stream do not touch. */
    StreamLives(Map<String, List<Life>> lives) {
        this.lives = new TreeMap<>(lives);
    }

    boolean isEmpty() {
        return lives.isEmpty();
    }

    /** Is the stream there all the time? */
    boolean isResident(String stream) {
        return !lives.containsKey(stream);
    }

    boolean isAlive(String stream, long timeMs) {
        return isResident(stream) || lives.get(stream).stream().anyMatch(life -> life.has(timeMs));
    }

    /** Are all streams of the query there at {@code timeMs}? */
    boolean areAlive(ContinuousQuery query, long timeMs) {
        return query.streams().stream().allMatch(stream -> isAlive(stream, timeMs));
    }

    /** Can the query execute there? */
    boolean allow(ContinuousQuery query, long windowEndMs) {
        long registeredMs = Long.MIN_VALUE;
        for (String stream : query.streams()) {
            registeredMs = Math.max(registeredMs, fromMs(stream, windowEndMs));
        }
        return registeredMs == Long.MIN_VALUE
                || (windowEndMs - query.rangeMsMax() >= registeredMs
                        && countsFrom(query, registeredMs, windowEndMs));
    }

    /**
     * Do the windows by count begin with the query? Of a stream that was there before, older tuples
     * may be gone or not.
     */
    private boolean countsFrom(ContinuousQuery query, long registeredMs, long windowEndMs) {
        return query.windows().values().stream()
                .filter(ContinuousQuery.Window::byCount)
                .allMatch(window -> fromMs(window.stream(), windowEndMs) == registeredMs);
    }

    /** Where the stream's life at a window end begins; above all times if there is none. */
    private long fromMs(String stream, long windowEndMs) {
        if (isResident(stream)) {
            return Long.MIN_VALUE;
        }
        Life life = endingFrom(lives.get(stream), windowEndMs);
        return life == null ? Long.MAX_VALUE : life.fromMs();
    }

    /** The first life that is not over before a window end; null where there is none. */
    private static Life endingFrom(List<Life> lives, long windowEndMs) {
        for (Life life : lives) {
            if (life.toMs() >= windowEndMs) {
                return life;
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return isEmpty() ? "" : lives + "\n";
    }
}
