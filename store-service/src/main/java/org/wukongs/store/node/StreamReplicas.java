package org.wukongs.store.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.client.StoreStatus.ReplicaStatus;
import org.wukongs.store.cluster.ReplicaBegin;
import org.wukongs.store.cluster.ReplicaTuples;
import org.wukongs.store.cluster.ReplicaWanted;
import org.wukongs.store.continuous.ContinuousEngine;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.StreamProgress;
import org.wukongs.store.stream.RingBounds;
import org.wukongs.store.stream.StreamState;
import org.wukongs.store.stream.TupleDescriptor;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;

/**
 * Streams of other nodes that queries of this one read: their tuples are copied into streams of the
 * same names, whose only writer is the node. From there on they are as those of its own streams, in
 * the log too. The node's thread, except for {@link #work}.
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
    }

    /** The next tuples of a stream. */
    record Wanted(int home, StreamDefinition stream, ReplicaWanted request) {}

    /** A home is to be told that a stream is not copied any longer. */
    record Ended(int home, String stream, long begun) {}

    private static final class Copied {
        private final StreamState state;
        private final int home;
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
    private final IntUnaryOperator numbers;
    private final StreamWriters room;
    private final Map<String, Copied> copied = new TreeMap<>();
    private final List<Ended> ended = new ArrayList<>(); // homes do not know yet
    private volatile Work work = Work.NONE;

    /**
     * @param self place of this node
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
            IntUnaryOperator numbers) {
        this.self = self;
        this.streams = streams;
        this.writers = writers;
        this.room = room;
        this.coordinator = coordinator;
        this.continuous = continuous;
        this.history = history;
        this.numbers = numbers;
    }

    // Beginning and ending

    /** Begins to copy streams, for a query that is registered next. */
    void begin(List<Begun> all) {
        for (Begun begun : all) {
            ReplicaBegin begin = begun.begin();
            NodeRecord.BeginReplica record =
                    new NodeRecord.BeginReplica(
                            begin.stream(),
                            begun.home(),
                            begin.begun(),
                            begin.firstTupleMs(),
                            begin.tail(),
                            begin.retainedFromMs());
            beginAgain(record);
            history.add(record);
        }
    }

    /** Does what a record says. */
    void beginAgain(NodeRecord.BeginReplica record) {
        RingBounds bounds = new RingBounds(record.tail(), Long.MIN_VALUE, record.retainedFromMs());
        StreamState state = streams.addReplica(record.stream(), record.firstTupleMs(), bounds);
        writers.begin(record.stream().name());
        copied.put(
                record.stream().name(), new Copied(state, record.home(), record.begun(), history));
    }

    /**
     * Notes what homes have begun for a registration that has ended, well or not: what is not
     * copied now has ended.
     */
    void settle(List<Begun> all) {
        for (Begun begun : all) {
            String stream = begun.begin().stream().name();
            Copied known = copied.get(stream);
            if (known == null) {
                ended.add(new Ended(begun.home(), stream, begun.begin().begun()));
            } else {
                known.begun = Math.max(known.begun, begun.begin().begun());
            }
        }
    }

    /** Does again what the log says. */
    void endAgain(NodeRecord.EndReplica record) {
        drop(copied.get(record.stream()));
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
                history.add(new NodeRecord.EndReplica(each.stream()));
                ended.add(new Ended(each.home, each.stream(), each.begun));
            }
        }
    }

    /** A home knows that a stream has ended. */
    void told(Ended known) {
        ended.remove(known);
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
        Work next = new Work(wanted, ended);
        if (!next.equals(work)) {
            work = next;
        }
    }

    private ReplicaWanted request(Copied each) {
        StreamProgress progress = coordinator.progress(each.stream());
        long shownBatch = coordinator.stablePointAcquire().stream(each.stream()).batch();
        long closed = progress.closedByNumber();
        Long released = each.released.newest(each.state.ring().endOf(shownBatch));
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
            lose(into);
            return true;
        }
        return history.together(() -> taken(into, got));
    }

    private void lose(Copied lost) {
        if (lost.state.replica().loss() == null) {
            String reason =
                    "the stream's home has let this node go, which said nothing for too long:"
                            + " register the queries anew: home="
                            + numbers.applyAsInt(lost.home);
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
