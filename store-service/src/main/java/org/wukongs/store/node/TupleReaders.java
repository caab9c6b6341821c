package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.TupleClient;
import org.wukongs.error.WukongsException;
import org.wukongs.store.continuous.LiveStart;
import org.wukongs.store.continuous.ReaderConnection;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.StablePoint.StreamPoint;
import org.wukongs.store.stream.StreamRing;
import org.wukongs.store.stream.StreamState;
import org.wukongs.stream.EncodedBatch;

/**
 * Live readers of the tuples of streams, which only watch (docs/adr/0063). They see tuples of
 * batches that queries see, too. Those from a reader's position on are kept for it until there is
 * no room; log and checkpoints know no such reader. The node's thread.
 */
public final class TupleReaders {

    private static final Logger LOG = LoggerFactory.getLogger(TupleReaders.class);

    private static final class Reader {

        private final ReaderConnection connection;
        private long position; // of the next tuple that it may ask for

        private Reader(ReaderConnection connection, long position) {
            this.connection = connection;
            this.position = position;
        }
    }

    private final StreamCatalog streams;
    private final Coordinator coordinator;
    private final TermDictionary dictionary;
    private final Map<String, Map<String, Reader>> readers = new HashMap<>(); // by stream, name
    private final AtomicLong droppedCount = new AtomicLong();

    TupleReaders(StreamCatalog streams, Coordinator coordinator, TermDictionary dictionary) {
        this.streams = streams;
        this.coordinator = coordinator;
        this.dictionary = dictionary;
    }

    /**
     * Begins a reader; one of that name begins again. USER error if this node is not the home of
     * such a stream.
     *
     * @param start a time is an event time, a position that of a tuple; of a time or position that
     *     has not come yet, what comes from now on
     * @return positions of tuples; its identity is that of the stream
     */
    public LiveStart attach(
            String stream, String reader, ReaderStart start, ReaderConnection connection) {
        streams.checkIsHome(stream);
        StreamState state = streams.state(stream);
        StreamRing ring = state.ring();
        long now = shownEnd(state);
        long asked =
                switch (start.mode()) {
                    case EARLIEST -> ring.tail();
                    case LATEST -> now;
                    case TIMESTAMP -> Math.min(now, ring.positionAt(Math.max(0, start.timeMs())));
                    case AT, RESUME -> start.timeMs();
                };
        // A stream that was registered anew has positions from 0 on.
        boolean isHere = asked >= ring.tail() && asked <= now;
        boolean isLost =
                start.mode() == ReaderStart.Mode.TIMESTAMP
                        ? ring.tail() > 0 && start.timeMs() < ring.retainedFromMs()
                        : !isHere;
        long begin = isHere ? asked : ring.tail();
        readers.computeIfAbsent(stream, name -> new LinkedHashMap<>())
                .put(reader, new Reader(connection, begin));
        return new LiveStart(state, begin, now, isLost);
    }

    /**
     * Moves a reader forward: it asks for no tuple before this position again. Returns false if it
     * is not there.
     */
    public boolean move(String stream, String reader, long position) {
        Reader known = readers.getOrDefault(stream, Map.of()).get(reader);
        if (known == null) {
            return false;
        }
        known.position = Math.max(known.position, position);
        return true;
    }

    /** Ends a reader; does nothing if it is not there. */
    public void detach(String stream, String reader) {
        Map<String, Reader> of = readers.get(stream);
        if (of != null && of.remove(reader) != null && of.isEmpty()) {
            readers.remove(stream);
        }
    }

    /** Whether a stream is still the one that a live reader attached to. */
    public boolean isSame(String stream, Object identity) {
        return streams.streamHere(stream).isPresent() && streams.state(stream) == identity;
    }

    /**
     * Returns the tuples from a position on, at most {@code tuplesMax} and perhaps none; the caller
     * closes it. USER error with {@link TupleClient#TUPLES_GONE} if the first of them is gone.
     */
    public TupleFetch fetch(String stream, long position, int tuplesMax) {
        StreamState state = streams.state(stream);
        StreamRing ring = state.ring();
        long shown = shownEnd(state);
        if (position < ring.tail() || position > shown) {
            throw WukongsException.user(
                    TupleClient.TUPLES_GONE
                            + ": stream="
                            + stream
                            + " position="
                            + position
                            + " earliest="
                            + ring.tail()
                            + " next="
                            + shown);
        }
        long to = Math.min(shown, position + tuplesMax);
        List<EncodedBatch> batches = new ArrayList<>();
        ring.records(position, to).forEach(tuplesMax, batches::add);
        return new TupleFetch(dictionary, position, batches, point(state).stableMs());
    }

    /** Returns the position after the newest tuple that queries see. */
    private long shownEnd(StreamState state) {
        return state.ring().endOf(point(state).batch());
    }

    private StreamPoint point(StreamState state) {
        return coordinator.stablePointAcquire().stream(state.definition().name());
    }

    /** Ends the readers of a stream that is dropped. */
    void forget(String stream) {
        readers.remove(stream);
    }

    /** Ends the readers whose connections have ended. */
    void forgetGone() {
        readers.values().forEach(of -> of.values().removeIf(one -> !one.connection.isOpen()));
        readers.values().removeIf(Map::isEmpty);
    }

    /**
     * Returns the event time from which on readers need tuples of a stream, {@code Long.MAX_VALUE}
     * if none that has arrived.
     */
    long neededFromMs(String stream) {
        Map<String, Reader> of = readers.get(stream);
        if (of == null) {
            return Long.MAX_VALUE;
        }
        StreamRing ring = streams.state(stream).ring();
        long first = Long.MAX_VALUE;
        for (Reader reader : of.values()) {
            first = Math.min(first, reader.position);
        }
        first = Math.max(first, ring.tail());
        return first < ring.end() ? ring.eventTimeMs(first) : Long.MAX_VALUE;
    }

    /**
     * Ends the readers that need the oldest tuples of a full stream, which has some: what only
     * watches gives way. Returns whether there were any.
     */
    boolean giveWay(String stream) {
        StreamRing ring = streams.state(stream).ring();
        long oldestMs = ring.eventTimeMs(ring.tail());
        Map<String, Reader> of = readers.get(stream);
        if (of == null || neededFromMs(stream) > oldestMs) {
            return false;
        }
        int before = of.size();
        of.values().removeIf(one -> one.position < ring.end() && needsMs(ring, one) <= oldestMs);
        int dropped = before - of.size();
        droppedCount.addAndGet(dropped);
        LOG.warn(
                "dropped live readers of tuples, the ring of their stream is full: stream={}"
                        + " readers={}",
                stream,
                dropped);
        if (of.isEmpty()) {
            readers.remove(stream);
        }
        return true;
    }

    private static long needsMs(StreamRing ring, Reader reader) {
        return ring.eventTimeMs(Math.max(ring.tail(), reader.position));
    }

    /** Returns the number of readers of a stream. */
    public int readerCount(String stream) {
        return readers.getOrDefault(stream, Map.of()).size();
    }

    /** Returns how many readers gave way. Any thread. */
    public long droppedCount() {
        return droppedCount.get();
    }
}
