package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.store.checkpoint.ReplicasCut;
import org.wukongs.store.cluster.ReplicaBegin;
import org.wukongs.store.cluster.ReplicaTuples;
import org.wukongs.store.cluster.ReplicaWanted;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.StablePoint.StreamPoint;
import org.wukongs.store.progress.StreamProgress;
import org.wukongs.store.stream.StreamRing;
import org.wukongs.store.stream.StreamState;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.StreamAdaptor;

/**
 * The nodes that copy streams of this one. Tuples that one of them has not released are kept, as
 * for a reader of windows: one that has said nothing for as long as a reader may be gone is let go
 * when there is no room. The node's thread, but for {@link #find}.
 */
final class ReplicaReaders {

    private static final Logger LOG = LoggerFactory.getLogger(ReplicaReaders.class);

    private final StreamCatalog streams;
    private final Coordinator coordinator;
    private final History history;
    private final NanoClock clock;
    private final long timeoutNs;
    private final IntSupplier nodeCount;
    private final IntUnaryOperator numbers;
    // by stream, then by place of the node; changed by the node's thread
    private final Map<String, Map<Integer, ReplicaReader>> readers = new ConcurrentHashMap<>();
    private final Map<String, Flushed<ReplicaReader.Shown>> served = new HashMap<>(); // by stream
    private long begunCount;
    private final BitSet left = new BitSet(); // places of nodes that have left
    private final AtomicLong droppedCount = new AtomicLong();

    /**
     * @param timeoutMs as for readers of windows
     * @param nodeCount how many nodes there are now
     * @param numbers of the nodes at their places, for messages
     */
    ReplicaReaders(
            StreamCatalog streams,
            Coordinator coordinator,
            History history,
            NanoClock clock,
            long timeoutMs,
            IntSupplier nodeCount,
            IntUnaryOperator numbers) {
        this.nodeCount = nodeCount;
        this.streams = streams;
        this.coordinator = coordinator;
        this.history = history;
        this.clock = clock;
        this.timeoutNs = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
        this.numbers = numbers;
    }

    /** Returns the reader of a stream at a node, null if there is none. Any thread. */
    ReplicaReader find(String stream, int node) {
        return readers.getOrDefault(stream, Map.of()).get(node);
    }

    /** Keeps a stream's tuples for a node from now on. USER error if this is not its home. */
    ReplicaBegin begin(int node, String stream) {
        if (left.get(node)) {
            throw WukongsException.user("the node has left the cluster: place=" + node);
        }
        streams.checkIsHome(stream);
        StreamState state = streams.state(stream);
        history.checkRoom();
        begin(stream, node, begunCount + 1);
        history.add(new NodeRecord.ReplicaReader(stream, node, begunCount, true));
        StreamRing ring = state.ring();
        return new ReplicaBegin(
                state.definition(),
                begunCount,
                state.firstTupleMs(),
                ring.tail(),
                ring.retainedFromMs());
    }

    private void begin(String stream, int node, long begun) {
        begunCount = Math.max(begunCount, begun);
        Map<Integer, ReplicaReader> all =
                readers.computeIfAbsent(stream, name -> new ConcurrentHashMap<>());
        ReplicaReader known = all.get(node);
        if (known == null) {
            all.put(node, new ReplicaReader(node, begun, clock.nanoTime()));
        } else {
            known.beginAgain(begun, clock.nanoTime());
        }
    }

    /** A node copies a stream no longer; does nothing if it has begun again since. */
    void end(int node, String stream, long begun) {
        ReplicaReader known = find(stream, node);
        if (known == null) {
            checkNotMoved(stream);
        }
        if (known != null && known.begun() <= begun) {
            history.checkRoom();
            remove(stream, known);
        }
    }

    private void remove(String stream, ReplicaReader reader) {
        readers.get(stream).remove(reader.node());
        history.add(new NodeRecord.ReplicaReader(stream, reader.node(), reader.begun(), false));
    }

    /** Does again what the log says. */
    void again(NodeRecord.ReplicaReader record) {
        if (record.reads()) {
            begin(record.stream(), record.node(), record.begun());
        } else {
            readers.get(record.stream()).remove(record.node());
        }
    }

    /** Returns the nodes that copy streams, to be restored. */
    List<ReplicasCut.Reader> cut() {
        List<ReplicasCut.Reader> cut = new ArrayList<>();
        for (String stream : new TreeSet<>(readers.keySet())) {
            for (ReplicaReader reader : new TreeMap<>(readers.get(stream)).values()) {
                cut.add(
                        new ReplicasCut.Reader(
                                stream, reader.node(), reader.firstBegun(), reader.begun()));
            }
        }
        return cut;
    }

    /** Returns how often a node has begun to copy a stream, since the node's first start. */
    long begunCount() {
        return begunCount;
    }

    /** Restores what a checkpoint has: nothing is released that is there. */
    void restore(ReplicasCut cut) {
        for (ReplicasCut.Reader reader : cut.readers()) {
            InputLimits.checkRange("node", reader.node(), 0, nodeCount.getAsInt() - 1L);
            begin(reader.stream(), reader.node(), reader.firstBegun());
            begin(reader.stream(), reader.node(), reader.begun());
        }
        begunCount = Math.max(begunCount, cut.begunCount());
    }

    /** Returns the streams that a node copies. */
    List<String> readBy(int node) {
        return readers.keySet().stream()
                .filter(stream -> find(stream, node) != null)
                .sorted()
                .toList();
    }

    /** Takes over who copies streams of another node, which are this one's from now on. */
    void adopt(ReplicasCut cut, int self) {
        List<ReplicasCut.Reader> others =
                cut.readers().stream().filter(reader -> reader.node() != self).toList();
        restore(new ReplicasCut(List.of(), List.of(), others, cut.begunCount()));
    }

    /**
     * RETRIABLE error if another node is the home of a stream by now, which has its readers. Any
     * thread.
     */
    void checkNotMoved(String stream) {
        if (streams.homes().elsewhere(stream) != null) {
            throw WukongsException.retriable(
                    "the stream has moved to another node: stream=" + stream);
        }
    }

    /** Lets all nodes go that copy a stream, which is dropped next. */
    void forget(String stream) {
        List.copyOf(readers.getOrDefault(stream, Map.of()).values())
                .forEach(reader -> remove(stream, reader));
        readers.remove(stream);
        served.remove(stream);
    }

    /** A node has left the cluster: nothing is kept for it any longer. */
    void leave(int node) {
        left.set(node);
        for (String stream : List.copyOf(readers.keySet())) {
            ReplicaReader reader = find(stream, node);
            if (reader != null) {
                remove(stream, reader);
            }
        }
    }

    /** USER error if nodes copy a stream that are not gone. */
    void checkUnread(String stream) {
        TreeSet<Integer> nodes = new TreeSet<>();
        for (ReplicaReader reader : readers.getOrDefault(stream, Map.of()).values()) {
            if (!isGone(reader)) {
                nodes.add(numbers.applyAsInt(reader.node()));
            }
        }
        if (!nodes.isEmpty()) {
            throw WukongsException.user(
                    "queries at other nodes read the stream, unregister them first: stream="
                            + stream
                            + " nodes="
                            + nodes);
        }
    }

    private boolean isGone(ReplicaReader reader) {
        return clock.nanoTime() - reader.seenNs() > timeoutNs;
    }

    /**
     * Returns the event time from which on nodes need tuples of a stream, {@code Long.MAX_VALUE} if
     * none that has arrived.
     */
    long neededFromMs(String stream) {
        Map<Integer, ReplicaReader> of = readers.get(stream);
        return of == null ? Long.MAX_VALUE : neededFromMs(streams.state(stream).ring(), of);
    }

    private static long neededFromMs(StreamRing ring, Map<Integer, ReplicaReader> of) {
        long neededMs = Long.MAX_VALUE;
        for (ReplicaReader reader : of.values()) {
            neededMs = Math.min(neededMs, neededFromMs(ring, reader));
        }
        return neededMs;
    }

    private static long neededFromMs(StreamRing ring, ReplicaReader reader) {
        long from = Math.max(ring.tail(), reader.released());
        return from < ring.end() ? ring.eventTimeMs(from) : Long.MAX_VALUE;
    }

    /** Lets nodes go that are gone and for which the oldest tuples of a full stream are kept. */
    void dropGone(String stream, long oldestMs) {
        StreamRing ring = streams.state(stream).ring();
        Map<Integer, ReplicaReader> of = readers.getOrDefault(stream, Map.of());
        for (ReplicaReader reader : List.copyOf(of.values())) {
            if (isGone(reader) && neededFromMs(ring, reader) <= oldestMs) {
                LOG.warn(
                        "let a node go that copies a stream, it says nothing and the ring is full:"
                                + " stream={} node={}",
                        stream,
                        numbers.applyAsInt(reader.node()));
                droppedCount.incrementAndGet();
                remove(stream, reader);
            }
        }
    }

    /** Returns how many nodes were let go. Any thread. */
    long droppedCount() {
        return droppedCount.get();
    }

    /** Tells the readers how far their streams are. */
    void follow() {
        for (Map.Entry<String, Map<Integer, ReplicaReader>> entry : readers.entrySet()) {
            if (!entry.getValue().isEmpty()) {
                ReplicaReader.Shown shown = shown(streams.state(entry.getKey()));
                entry.getValue().values().forEach(reader -> reader.show(shown));
            }
        }
    }

    /**
     * Returns how far a stream is for other nodes, null if that is not known yet: what they have of
     * it, a crash of this machine must not take back.
     */
    private ReplicaReader.Shown shown(StreamState state) {
        return served.computeIfAbsent(state.definition().name(), name -> new Flushed<>(history))
                .newest(shownHere(state));
    }

    private ReplicaReader.Shown shownHere(StreamState state) {
        StreamProgress progress = coordinator.progress(state.definition().name());
        StreamPoint point = coordinator.stablePointAcquire().stream(state.definition().name());
        boolean ended = point.stableMs() == Long.MAX_VALUE;
        long closed = ended ? Math.min(point.batch(), progress.closedByNumber()) : point.batch();
        return new ReplicaReader.Shown(
                coordinator.stablePointAcquire().storedSnapshot(),
                state.ring().endOf(point.batch()),
                closed,
                ended,
                progress.idle());
    }

    /** Returns the next tuples for a node. */
    ReplicaTuples read(int node, ReplicaWanted wanted) {
        ReplicaReader reader = find(wanted.stream(), node);
        if (reader == null || !reader.has(wanted.begun())) {
            checkNotMoved(wanted.stream());
            return ReplicaTuples.LOST;
        }
        StreamState state = streams.state(wanted.stream());
        StreamRing ring = state.ring();
        if (wanted.position() < ring.tail()) {
            return ReplicaTuples.LOST;
        }
        if (wanted.idleMs() != Long.MIN_VALUE) {
            history.checkRoom();
            coordinator.closeIdle(wanted.stream(), wanted.idleMs());
        }
        ReplicaReader.Shown shown = shown(state);
        reader.show(shown);
        if (shown == null) {
            return new ReplicaTuples(
                    false, 0, StreamAdaptor.NO_BATCH, wanted.ended(), wanted.idle(), List.of());
        }
        long to = Math.min(shown.end(), wanted.position() + ReplicaTuples.ROWS_MAX);
        boolean isWhole = to == shown.end();
        List<EncodedBatch> batches = new ArrayList<>();
        if (wanted.position() < to) {
            ring.records(wanted.position(), to).forEach(ReplicaTuples.ROWS_MAX, batches::add);
        }
        // Of an ended stream, the newest batches may not be closed by number.
        long complete = isWhole ? shown.closedBatch() : ring.batchAt(to) - 1;
        return new ReplicaTuples(
                false,
                shown.snapshot(),
                shown.closedBatch() == StreamAdaptor.NO_BATCH
                        ? StreamAdaptor.NO_BATCH
                        : Math.min(shown.closedBatch(), complete),
                shown.ended() && isWhole,
                shown.idle(),
                batches);
    }
}
