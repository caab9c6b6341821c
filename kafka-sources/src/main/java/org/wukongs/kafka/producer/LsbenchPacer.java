package org.wukongs.kafka.producer;

import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.stream.Tuple;

/**
 * Sends the tuples of all streams up to a point in event time, in slices, so that no stream runs
 * ahead of another even if much is due at once. Has no clock. Not thread-safe.
 */
final class LsbenchPacer {

    /** A tenth of the default batch interval: streams are never further apart than this. */
    static final long SLICE_MS = 10;

    private final Map<LsbenchStreams, Iterator<Tuple>> tuples = new EnumMap<>(LsbenchStreams.class);
    private final Map<LsbenchStreams, Tuple> upcoming = new EnumMap<>(LsbenchStreams.class);
    private long doneMs;

    LsbenchPacer(LsbenchGenerator generator, long startMs) {
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            Iterator<Tuple> ofStream = generator.tuples(stream, startMs);
            tuples.put(stream, ofStream);
            upcoming.put(stream, ofStream.next());
        }
        doneMs = startMs;
    }

    /** All tuples with event time before this have been sent. */
    long doneMs() {
        return doneMs;
    }

    /**
     * Sends the tuples of at most one slice before {@code endMs}; true if {@code endMs} is reached.
     */
    boolean sendSlice(long endMs, TupleSender sender) {
        long sliceEndMs = Math.min(endMs, doneMs + SLICE_MS);
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            sendBefore(sliceEndMs, stream, sender);
        }
        doneMs = Math.max(doneMs, sliceEndMs);
        return doneMs >= endMs;
    }

    private void sendBefore(long endMs, LsbenchStreams stream, TupleSender sender) {
        Iterator<Tuple> ofStream = tuples.get(stream);
        Tuple next = upcoming.get(stream);
        while (next.eventTimeMs() < endMs) {
            sender.send(stream, next);
            next = ofStream.next();
        }
        upcoming.put(stream, next);
    }
}
