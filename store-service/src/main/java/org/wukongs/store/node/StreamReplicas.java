package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.StoreStatus.ReplicaStatus;
import org.wukongs.store.checkpoint.ReplicasCut;
import org.wukongs.store.cluster.ReplicaBegin;
import org.wukongs.store.cluster.ReplicaTuples;
import org.wukongs.store.cluster.ReplicaWanted;
import org.wukongs.store.continuous.ContinuousEngine;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.StreamProgress;
import org.wukongs.store.stream.RingBounds;
import org.wukongs.store.stream.StreamRing;
import org.wukongs.store.stream.StreamState;
import org.wukongs.store.stream.TupleDescriptor;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;

/**
 * Streams of other nodes that queries of this one read: their tuples are copied into streams of the
 * same names, whose only writer is the node. From there on they are as those of its own streams, in
 * the log too. The node's thread, except for {@link #work} and {@link #useWake}.
 */
public final class StreamReplicas {

    private static final Logger LOG = LoggerFactory.getLogger(StreamReplicas.class);

    /** A stream that is read, or was to be, and what its home has said. */
    record Begun(int home, ReplicaBegin begin) {}

    /** What is to be asked of the homes. */
    record Work(List<Wanted> wanted, List<Ended> ended) {

        static final Work NONE = new Work(List.of(), List.of());

        Work {
            wanted = List.copyOf(wanted);
            ended = List.copyOf(ended);
        }

        boolean isNothing() {
            return wanted.isEmpty() && ended.isEmpty();
        }

        /** Returns the names of the streams of which tuples are wanted. */
        Set<String> streams() {
            return wanted.stream().map(each -> each.request().stream()).collect(Collectors.toSet());
        }

        /** Returns what is to be asked of one home. */
        Work of(int home) {
            return isNothing()
                    ? NONE
                    : new Work(
                            wanted.stream().filter(each -> each.home() == home).toList(),
                            ended.stream().filter(each -> each.home() == home).toList());
        }
    }

    /** The next tuples of a stream. */
    record Wanted(int home, StreamDefinition stream, ReplicaWanted request) {}

    /** A home is to be told that a stream is not copied any longer. */
    record Ended(int home, String stream, long begun) {}

    /** Bounds of a ring that are restored later. */
    private static final RingBounds NOTHING = new RingBounds(0, Long.MIN_VALUE, Long.MIN_VALUE);

    /** The end of a copy, which a home may know when the log has it on disk up to a position. */
    private record Ending(Ended ended, long position) {}

    private static final class Copied {
        private final StreamState state;
        private int home;
        private long begun;
        private final Flushed<Long> released;
        private long tupleCount; // since the start

        private Copied(StreamState state, int home, long begun, History history) {
            this.released = new Flushed<>(history);
            this.state = state;
            this.home = home;
            this.begun = begun;
        }

        private String stream() {
            return state.definition().name();
        }

        /** Returns the position of the next tuple to be copied. */
        private long position() {
            return state.ring().end() + state.ring().openTupleCount();
        }
    }

    private final StreamCatalog streams;
    private final SoleWriters writers;
    private final Coordinator coordinator;
    private final ContinuousEngine continuous;
    private final History history;
    private final int self;
    private final IntSupplier nodeCount;
    private final IntUnaryOperator numbers;
    private final StreamWriters room;
    private final Map<String, Copied> copied = new TreeMap<>();
    private final Map<String, ReplicasCut.Copy> restored = new TreeMap<>(); // without tuples yet
    private final List<Ending> ended = new ArrayList<>(); // homes may not know yet
    private long shownBefore; // when the work was looked at
    private volatile Work work = Work.NONE;
    private volatile Runnable wake = () -> {};

    /**
     * @param self place of this node
     * @param nodeCount how many nodes there are now
     * @param numbers of the nodes at their places, for messages
     */
    StreamReplicas(
            StreamCatalog streams,
            SoleWriters writers,
            StreamWriters room,
            Coordinator coordinator,
            ContinuousEngine continuous,
            History history,
            int self,
            IntSupplier nodeCount,
            IntUnaryOperator numbers) {
        this.self = self;
        this.nodeCount = nodeCount;
        this.streams = streams;
        this.writers = writers;
        this.room = room;
        this.coordinator = coordinator;
        this.continuous = continuous;
        this.history = history;
        this.numbers = numbers;
    }

    /** Calls {@code newWake} when there may be something new to be asked, or to be taken. */
    void useWake(Runnable newWake) {
        wake = newWake;
    }

    // Beginning and ending

    /** Begins to copy streams, for a query that is registered next. */
    void begin(List<Begun> all) {
        for (Begun begun : all) {
            NodeRecord.BeginReplica record = record(begun);
            beginAgain(record);
            history.add(record);
        }
    }

    private static NodeRecord.BeginReplica record(Begun begun) {
        ReplicaBegin begin = begun.begin();
        return new NodeRecord.BeginReplica(
                begin.stream(),
                begun.home(),
                begin.begun(),
                begin.firstTupleMs(),
                begin.tail(),
                begin.retainedFromMs());
    }

    /** Does what a record says; a stream that is copied already has a newer beginning. */
    void beginAgain(NodeRecord.BeginReplica record) {
        Copied known = copied.get(record.stream().name());
        if (known != null) {
            known.begun = Math.max(known.begun, record.begun());
            return;
        }
        RingBounds bounds = new RingBounds(record.tail(), Long.MIN_VALUE, record.retainedFromMs());
        add(record.stream(), record.home(), record.begun(), record.firstTupleMs(), bounds);
    }

    private void add(
            StreamDefinition stream, int home, long begun, long firstTupleMs, RingBounds bounds) {
        StreamState state = streams.addReplica(stream, firstTupleMs, bounds);
        writers.begin(stream.name());
        copied.put(stream.name(), new Copied(state, home, begun, history));
    }

    /**
     * Notes what homes have begun for a registration that has ended, well or not: what is not
     * copied now has ended. If the log has no room, the newest beginning is not in it: then the end
     * of the copy does not reach the home if this node is started anew before that.
     */
    void settle(List<Begun> all) {
        for (Begun begun : all) {
            String stream = begun.begin().stream().name();
            Copied known = copied.get(stream);
            if (known == null) {
                end(new Ended(begun.home(), stream, begun.begin().begun()));
            } else if (begun.begin().begun() > known.begun) {
                known.begun = begun.begin().begun();
                if (history.hasRoom()) {
                    history.add(record(begun));
                }
            }
        }
    }

    /** Does again what the log says; the home is told again, because it may not know. */
    void endAgain(NodeRecord.EndReplica record) {
        Copied unread = copied.get(record.stream());
        drop(unread);
        end(new Ended(unread.home, record.stream(), record.begun()));
    }

    /**
     * Notes that a home is to be told when the log has that on disk: a copy that came back with it
     * would have lost its tuples. To tell it of the newest beginning is enough.
     */
    private void end(Ended newest) {
        ended.removeIf(
                each ->
                        each.ended().home() == newest.home()
                                && each.ended().stream().equals(newest.stream()));
        ended.add(new Ending(newest, history.position()));
        history.requestFlush();
    }

    private List<Ended> toTell() {
        return ended.stream()
                .filter(each -> history.isFlushed(each.position()))
                .map(Ending::ended)
                .toList();
    }

    private void drop(Copied unread) {
        writers.end(unread.stream());
        streams.remove(unread.stream());
        copied.remove(unread.stream());
    }

    private void dropUnread() {
        if (coordinator.planUnderWay()) {
            return;
        }
        for (Copied each : List.copyOf(copied.values())) {
            boolean isUnread =
                    !each.state.index().attached() && continuous.readersOf(each.stream()).isEmpty();
            if (isUnread) {
                drop(each);
                history.add(new NodeRecord.EndReplica(each.stream(), each.begun));
                end(new Ended(each.home, each.stream(), each.begun));
            }
        }
    }

    /** A home knows that a stream has ended. */
    void told(Ended known) {
        ended.removeIf(each -> each.ended().equals(known));
    }

    /** A home has left the cluster: there is nobody to ask or to tell. */
    void leave(int home) {
        ended.removeIf(each -> each.ended().home() == home);
        for (Copied each : copied.values()) {
            if (each.home == home) {
                lose(each, "the stream was dropped, and its home has left the cluster");
            }
        }
        follow();
    }

    // Homes that move

    /** Returns the streams that are copied from a node. */
    List<String> copiedFrom(int home) {
        return copied.values().stream()
                .filter(each -> each.home == home)
                .map(Copied::stream)
                .toList();
    }

    /** Whether a stream is copied. */
    boolean contains(String stream) {
        return copied.containsKey(stream);
    }

    /** Copies a stream, which is restored next, from where another node has come with it. */
    void adopt(StreamDefinition stream, int home, long begun) {
        add(stream, home, begun, Long.MAX_VALUE, NOTHING);
    }

    /** Copies a stream no longer, of which this node becomes the home; returns how to undo that. */
    Runnable promote(String stream) {
        Copied known = copied.remove(stream);
        Runnable undo = writers.suspend(stream);
        return () -> {
            undo.run();
            copied.put(stream, known);
        };
    }

    /** Forgets a copy that was to be adopted; its home is told by {@link #settle}. */
    void forget(String stream) {
        Copied known = copied.get(stream);
        if (known != null) {
            drop(known);
        }
    }

    /** All streams of a node have another home now, which goes on with the same positions. */
    void moved(int from, int to) {
        for (Copied each : copied.values()) {
            each.home = each.home == from ? to : each.home;
        }
        if (to == self) {
            ended.removeIf(each -> each.ended().home() == from); // there is nobody to be told
            return;
        }
        ended.replaceAll(
                each ->
                        each.ended().home() == from
                                ? new Ending(
                                        new Ended(to, each.ended().stream(), each.ended().begun()),
                                        each.position())
                                : each);
    }

    // Copying

    /** Drops what no query reads any longer, and says what is to be asked of the homes. */
    void follow() {
        if (copied.isEmpty() && ended.isEmpty() && work.isNothing()) {
            return;
        }
        dropUnread();
        List<Wanted> wanted = new ArrayList<>(copied.size());
        for (Copied each : copied.values()) {
            if (each.state.replica().loss() == null) {
                wanted.add(new Wanted(each.home, each.state.definition(), request(each)));
            }
        }
        Work next = new Work(wanted, toTell());
        long shown = coordinator.stablePointAcquire().storedSnapshot();
        if (!next.equals(work) || shown != shownBefore) {
            work = next;
            shownBefore = shown;
            wake.run();
        }
    }

    private ReplicaWanted request(Copied each) {
        StreamProgress progress = coordinator.progress(each.stream());
        long shownBatch = coordinator.stablePointAcquire().stream(each.stream()).batch();
        long closed = progress.closedByNumber();
        Long copied = each.released.newest(each.state.ring().endOf(shownBatch));
        Long released = copied == null ? null : Long.valueOf(Math.min(copied, neededFrom(each)));
        long idleMs = progress.idle() ? each.state.replica().idleMs() : Long.MIN_VALUE;
        boolean isBeyond =
                idleMs != Long.MIN_VALUE && each.state.definition().batchOf(idleMs) - 1 > closed;
        return new ReplicaWanted(
                each.stream(),
                each.begun,
                each.position(),
                closed,
                progress.ended(),
                progress.idle(),
                released == null ? 0 : released,
                isBeyond ? idleMs : Long.MIN_VALUE);
    }

    /**
     * Returns the position from which on readers here need a copied stream: its home keeps that, so
     * that they may go on there, or at any node that becomes their home or that of the stream.
     */
    private long neededFrom(Copied each) {
        long neededMs = continuous.readNowFromMs(each.stream());
        if (neededMs == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        StreamRing ring = each.state.ring();
        return neededMs == Long.MIN_VALUE ? ring.tail() : ring.positionAt(neededMs);
    }

    /** What is to be asked of the homes. Any thread. */
    Work work() {
        return work;
    }

    /**
     * Takes an answer, or as much of it as there is room for; returns false if there was none. The
     * answer to a request that is no longer the next one changes nothing.
     */
    boolean take(Wanted asked, ReplicaTuples got) {
        Copied into = copied.get(asked.request().stream());
        boolean isNext =
                into != null
                        && asked.request().begun() <= into.begun
                        && asked.request().position() == into.position();
        if (!isNext) {
            return true;
        }
        if (got.isLost()) {
            lose(
                    into,
                    "the stream's home has let this node go, which said nothing for too long:"
                            + " register the queries anew");
            return true;
        }
        return history.together(() -> taken(into, got));
    }

    private void lose(Copied lost, String why) {
        if (lost.state.replica().loss() == null) {
            String reason = why + ": home=" + numbers.applyAsInt(lost.home);
            lost.state.replica().lose(reason);
            LOG.warn(
                    "a stream of another node is not copied any longer: stream={} queries={} {}",
                    lost.stream(),
                    continuous.readersOf(lost.stream()),
                    reason);
        }
    }

    private boolean taken(Copied into, ReplicaTuples got) {
        long closed = got.closedBatch();
        boolean all = true;
        for (EncodedBatch batch : got.batches()) {
            all = all && taken(into, batch);
            if (!all) {
                closed = Math.min(closed, batch.batch() - 1);
                break;
            }
        }
        move(into.stream(), closed, all && got.ended(), all && got.idle());
        if (!got.idle()) {
            into.state.replica().followNothing();
        }
        return all;
    }

    /** A batch that has begun goes on: there was room for it at the home. */
    private boolean taken(Copied into, EncodedBatch batch) {
        boolean isMore = into.state.lastBatch() == batch.batch();
        if (isMore) {
            writers.injectMore(into.stream(), batch);
        } else if (!fits(into, batch) || !writers.inject(into.stream(), batch)) {
            return false;
        }
        into.tupleCount += batch.size();
        return true;
    }

    private boolean fits(Copied into, EncodedBatch batch) {
        return into.state.ring().tupleCount() == 0 || room.hasRoom(into.stream(), batch.size());
    }

    private void move(String stream, long closedBatch, boolean nowEnded, boolean nowIdle) {
        StreamProgress progress = coordinator.progress(stream);
        boolean isFurther = closedBatch > progress.closedByNumber();
        boolean goesOn = progress.ended() && !nowEnded;
        boolean isBusy = progress.idle() && !nowIdle;
        if (isFurther || goesOn || isBusy) {
            writers.closeUpTo(stream, Math.max(closedBatch, progress.closedByNumber()));
        }
        if (nowEnded) {
            writers.closeUpTo(stream, StreamAdaptor.END_OF_STREAM);
        } else if (nowIdle && !coordinator.progress(stream).idle()) {
            writers.markIdle(stream);
        }
    }

    // Checkpoints

    /** Returns the streams that are copied. */
    List<ReplicasCut.Copy> cut() {
        return copied.values().stream()
                .map(each -> new ReplicasCut.Copy(each.stream(), each.home, each.begun))
                .toList();
    }

    /** Returns the streams that are copied no longer, of which homes may not know that yet. */
    List<ReplicasCut.Copy> endedCut() {
        return ended.stream()
                .map(Ending::ended)
                .map(each -> new ReplicasCut.Copy(each.stream(), each.home(), each.begun()))
                .toList();
    }

    /** Begins to restore what a checkpoint has; its streams follow. */
    void restore(ReplicasCut cut) {
        for (ReplicasCut.Copy copy : cut.copies()) {
            checkPlace(copy.home());
            restored.put(copy.stream(), copy);
        }
        for (ReplicasCut.Copy copy : cut.ended()) {
            checkPlace(copy.home());
            end(new Ended(copy.home(), copy.stream(), copy.begun()));
        }
    }

    private void checkPlace(int home) {
        InputLimits.checkRange("home", home, 0, nodeCount.getAsInt() - 1L);
    }

    /** Adds a stream, which is restored next, if it is copied; else returns false. */
    boolean restore(StreamDefinition stream) {
        ReplicasCut.Copy copy = restored.remove(stream.name());
        if (copy == null) {
            return false;
        }
        add(stream, copy.home(), copy.begun(), Long.MAX_VALUE, NOTHING);
        return true;
    }

    /** Ends the restore of streams. */
    void endRestore() {
        if (!restored.isEmpty()) {
            throw new IllegalStateException(
                    "the tuples of copied streams are missing: streams=" + restored.keySet());
        }
    }

    // Status

    /** What is copied of which stream, in order of their names. */
    List<ReplicaStatus> status() {
        List<ReplicaStatus> status = new ArrayList<>();
        for (Copied each : copied.values()) {
            String loss = each.state.replica().loss();
            status.add(
                    new ReplicaStatus(
                            each.stream(),
                            numbers.applyAsInt(each.home),
                            numbers.applyAsInt(self),
                            coordinator.stableMs(each.stream()),
                            each.tupleCount,
                            each.tupleCount * TupleDescriptor.BYTES,
                            each.state.ring().end() - each.state.ring().tail(),
                            loss == null ? "" : loss));
        }
        return status;
    }
}
