package org.wukongs.store.node;

import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import org.wukongs.client.StoreStatus.StreamStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.store.history.History;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.progress.Coordinator;
import org.wukongs.store.progress.InjectionCycle;
import org.wukongs.store.progress.IntakePoint;
import org.wukongs.store.progress.StreamProgress;
import org.wukongs.store.stream.StreamRing;
import org.wukongs.store.stream.StreamState;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;
import org.wukongs.wire.FrameDescriptor;

/**
 * Carries out the requests of streams' writers: fences writers by their epochs and takes each
 * message once. The node's thread only.
 */
public final class StreamWriters {

    /** 32 bytes each in a record, which is a frame: 3 million. */
    private static final int RECORD_TUPLES_MAX = FrameDescriptor.LENGTH_MAX / 40;

    private final Function<String, StreamState> streams;
    private final Coordinator coordinator;
    private final InjectionCycle injection;
    private final ObjLongConsumer<StreamState> makeRoom;
    private final History history;

    /**
     * {@code streams} throws a USER error for an unknown stream; {@code makeRoom} drops what it may
     * to make room for more tuples of a stream.
     */
    StreamWriters(
            Function<String, StreamState> streams,
            Coordinator coordinator,
            InjectionCycle injection,
            ObjLongConsumer<StreamState> makeRoom,
            History history) {
        this.streams = streams;
        this.coordinator = coordinator;
        this.injection = injection;
        this.makeRoom = makeRoom;
        this.history = history;
    }

    /**
     * Opens a writer of a stream and returns its writer epoch. All closed batches are injected
     * before a new epoch begins, so that tuples of them that are sent again are known to be late.
     */
    public long open(WriterId writer, WriterOrigin origin) {
        progress(writer.stream());
        history.checkRoom();
        if (!coordinator.joins(writer)) {
            coordinator.checkTurn();
        }
        return openAtOnce(writer, origin);
    }

    /** As above, without a turn among the requests that make snapshots. */
    long openAtOnce(WriterId writer, WriterOrigin origin) {
        if (!coordinator.joins(writer)) {
            injection.finish();
        }
        long epoch = coordinator.open(writer, origin);
        history.add(new NodeRecord.OpenWriter(writer, origin, epoch));
        return epoch;
    }

    /** As above, for a writer that sends nothing again. */
    public long open(WriterId writer) {
        return open(writer, WriterOrigin.UNRELATED);
    }

    /**
     * The writer epoch of a stream's only writer: {@code heldEpoch} if that is still the stream's.
     * If not, the writer is opened, unless other writers are connected, which only {@code takeOver}
     * fences.
     *
     * @return empty if others are connected
     */
    public OptionalLong openSole(WriterId writer, long heldEpoch, boolean takeOver) {
        StreamProgress progress = progress(writer.stream());
        if (progress.isCurrent(heldEpoch) && !progress.ended()) {
            return OptionalLong.of(heldEpoch);
        }
        boolean free =
                progress.ended()
                        || progress.openWriterCount() == 0
                        || progress.incarnation().equals(writer.incarnation());
        return free || takeOver ? OptionalLong.of(open(writer)) : OptionalLong.empty();
    }

    /** The connection of a writer that has just been opened. */
    public WriterConnection opened(WriterId writer, long writerEpoch) {
        int number = progress(writer.stream(), writerEpoch).connection(writer.index());
        StreamDefinition stream = streams.apply(writer.stream()).definition();
        return new WriterConnection(writer, stream, writerEpoch, number);
    }

    /**
     * Lets a writer that has lost its connection go on over a new one; {@code sequence} is its last
     * acknowledged message. RETRIABLE error if it cannot go on and must be opened again.
     */
    public WriterConnection resume(WriterId writer, long writerEpoch, long sequence) {
        if (!coordinator.streamNames().contains(writer.stream())) {
            throw WukongsException.retriable(
                    "the stream is gone, its writer cannot go on: stream=" + writer.stream());
        }
        progress(writer.stream()).resume(writer, writerEpoch, sequence);
        return opened(writer, writerEpoch);
    }

    /**
     * RETRIABLE error if a connection is not the newest of its writer: messages that were on their
     * way over an old connection have been sent again, and would arrive after newer messages.
     */
    public void checkCurrent(WriterConnection connection) {
        WriterId writer = connection.writer();
        progress(writer.stream(), connection.epoch())
                .checkConnection(writer.index(), connection.number());
    }

    /** Called when a writer's connection has ended; the stream may have been dropped meanwhile. */
    public void leave(WriterConnection connection) {
        WriterId writer = connection.writer();
        if (coordinator.streamNames().contains(writer.stream())) {
            coordinator
                    .progress(writer.stream())
                    .disconnected(writer.index(), connection.epoch(), connection.number());
        }
    }

    /**
     * Takes a writer's message; returns false and takes nothing if the stream has no room. Ignores
     * a message that was taken before.
     */
    public boolean inject(WriterId writer, long writerEpoch, ShardBatch batch) {
        StreamProgress progress = progress(writer.stream(), writerEpoch);
        history.checkRoom();
        if (!batch.isWhole()) {
            throw WukongsException.user(
                    "a message has tuples of another shard, this store has one: stream="
                            + writer.stream());
        }
        if (!progress.expects(writer.index(), batch.sequence())) {
            progress.countDuplicate();
            return true;
        }
        if (history.isOn() && batch.tuples().size() > RECORD_TUPLES_MAX) {
            throw WukongsException.user(
                    "a message is too large for a store with a log: tuples="
                            + batch.tuples().size()
                            + " tuplesMax="
                            + RECORD_TUPLES_MAX);
        }
        MessageId message = new MessageId(writerEpoch, writer.index(), batch.sequence());
        if (!stage(streams.apply(writer.stream()), message, batch.tuples())) {
            return false;
        }
        progress.taken(writer.index(), batch.sequence());
        if (history.isOn()) {
            history.add(
                    new NodeRecord.Message(writer.stream(), writerEpoch, writer.index(), batch));
        }
        return true;
    }

    /** As above, for a writer in this process, which never sends a message twice. */
    public boolean inject(String stream, long writerEpoch, EncodedBatch tuples) {
        progress(stream, writerEpoch);
        history.checkRoom();
        boolean taken = stage(streams.apply(stream), MessageId.NONE, tuples);
        if (taken) {
            history.add(new NodeRecord.OwnTuples(stream, writerEpoch, tuples));
        }
        return taken;
    }

    /** As above, for more tuples of a batch that has begun: they are not refused. */
    void injectMore(String stream, long writerEpoch, EncodedBatch tuples) {
        progress(stream, writerEpoch);
        history.checkRoom();
        stageAgain(stream, MessageId.NONE, tuples);
        history.add(new NodeRecord.OwnTuples(stream, writerEpoch, tuples));
    }

    /** Takes a message again, as the log says. */
    void again(NodeRecord.Message message) {
        StreamProgress progress = progress(message.stream(), message.epoch());
        long sequence = message.batch().sequence();
        if (!progress.expects(message.writer(), sequence)) {
            throw new IllegalStateException("a message was taken before: sequence=" + sequence);
        }
        MessageId id = new MessageId(message.epoch(), message.writer(), sequence);
        stageAgain(message.stream(), id, message.batch().tuples());
        progress.taken(message.writer(), sequence);
    }

    /** As above, for a writer in this process. */
    void again(NodeRecord.OwnTuples own) {
        progress(own.stream(), own.epoch());
        stageAgain(own.stream(), MessageId.NONE, own.tuples());
    }

    private void stageAgain(String stream, MessageId message, EncodedBatch tuples) {
        StreamState state = streams.apply(stream);
        state.stageAgain(message, tuples);
        noteLate(state);
    }

    /** Notes that a numbered request of a client was taken, with its tuples. */
    public void taken(String stream, IntakePoint after) {
        progress(stream).taken(after);
        history.add(new NodeRecord.Intake(stream, after.sequence(), after.newestMs()));
    }

    /** A ticket for the late tuples of a stream that wait for a plan; 0 if none wait. */
    public long lateTicket(String stream) {
        return streams.apply(stream).hasLate() ? coordinator.progressCount() : 0;
    }

    private boolean stage(StreamState state, MessageId message, EncodedBatch tuples) {
        boolean taken = state.stage(message, tuples);
        if (!taken) {
            makeRoom.accept(state, tuples.size());
            taken = state.stage(message, tuples);
        }
        noteLate(state);
        return taken;
    }

    private void noteLate(StreamState state) {
        if (state.hasLate()) {
            coordinator.lateStaged(state.definition().name());
        }
    }

    /** Whether {@code tupleCount} more tuples of a stream can be taken. */
    public boolean hasRoom(String stream, long tupleCount) {
        StreamState state = streams.apply(stream);
        if (!state.ring().hasRoom(tupleCount)) {
            makeRoom.accept(state, tupleCount);
        }
        return state.ring().hasRoom(tupleCount);
    }

    /**
     * Says why there is no room for {@code tupleCount} more tuples of a stream: readers do not
     * release what they have read, or there is nothing to read because the ring is full of open
     * batches.
     */
    public String whyFull(String stream, long tupleCount) {
        StreamRing ring = streams.apply(stream).ring();
        long open = ring.openTupleCount();
        String why =
                open > ring.tupleCount() - open
                        ? "the stream's ring is full of open batches, its writers are too far ahead of"
                                + " what all have closed, close batches, align watermarks or raise"
                        : "the stream's ring is full and its readers do not go on, raise";
        return why
                + " --ring-tuples-max or --window-memory: stream="
                + stream
                + " tupleCount="
                + tupleCount
                + " ringTuples="
                + ring.tupleCount()
                + " openTuples="
                + open;
    }

    /**
     * Closes all batches of a stream up to {@code batch} for a writer that has sent {@code
     * sequence} messages. Returns a ticket: the batches are visible when it is {@link #isPublished
     * published}.
     */
    public long closeUpTo(WriterId writer, long writerEpoch, long batch, long sequence) {
        progress(writer.stream(), writerEpoch).checkComplete(writer.index(), sequence);
        closeUpTo(writer, writerEpoch, batch);
        return coordinator.progressCount();
    }

    /**
     * As above, for a writer in this process, which knows which batches there can be. There is
     * nothing to close before 1970.
     */
    public void closeUpTo(WriterId writer, long writerEpoch, long batch) {
        progress(writer.stream(), writerEpoch);
        history.checkRoom();
        long from1970 = Math.max(-1, batch);
        coordinator.closeUpTo(writer.stream(), writer.index(), from1970);
        history.add(new NodeRecord.Close(writer.stream(), writerEpoch, writer.index(), from1970));
        injection.retryFailed();
    }

    /**
     * Marks a writer that has sent {@code sequence} messages as idle: the stream does not wait for
     * it until it sends again. Returns a ticket as {@link #closeUpTo}.
     */
    public long markIdle(WriterId writer, long writerEpoch, long sequence) {
        progress(writer.stream(), writerEpoch).checkComplete(writer.index(), sequence);
        history.checkRoom();
        coordinator.markIdle(writer.stream(), writer.index());
        history.add(new NodeRecord.Idle(writer.stream(), writerEpoch, writer.index()));
        return coordinator.progressCount();
    }

    /**
     * Confirms that {@code sequence} messages of a writer have arrived: RETRIABLE error if some are
     * missing or its epoch is over. Returns the event time up to which its stream is stable.
     */
    public long flush(WriterId writer, long writerEpoch, long sequence) {
        progress(writer.stream(), writerEpoch).checkComplete(writer.index(), sequence);
        return coordinator.stableMs(writer.stream());
    }

    /**
     * Notes that a completed checkpoint covers a writer's messages up to {@code position}; returns
     * false if this store does not know them.
     */
    public boolean commit(String stream, MessageId position) {
        return coordinator.commit(stream, position);
    }

    /**
     * Whether all progress up to a ticket is visible; if its injection has failed, throws that
     * failure.
     */
    public boolean isPublished(long ticket) {
        boolean published = coordinator.publishedProgress() >= ticket;
        if (!published) {
            injection.checkFailure();
        }
        return published;
    }

    StreamStatus status(StreamState state) {
        StreamDefinition definition = state.definition();
        StreamProgress progress = coordinator.progress(definition.name());
        return new StreamStatus(
                definition.name(),
                definition.batchIntervalMs(),
                definition.graph(),
                coordinator.stableMs(definition.name()),
                state.tupleCount(),
                state.lateCount(),
                progress.duplicateCount(),
                state.stagedTupleCount(),
                state.ring().end() - state.ring().tail(),
                progress.writerCount(),
                progress.openWriterCount(),
                progress.idle(),
                progress.uncommittedCount(),
                state.yieldedTupleCount(),
                state.lastTupleMs(),
                state.retention() == null ? 0 : state.retention().mentionCount(),
                state.retention() == null ? 0 : state.retention().expiredCount());
    }

    private StreamProgress progress(String stream, long writerEpoch) {
        StreamProgress progress = progress(stream);
        progress.check(writerEpoch);
        return progress;
    }

    /** USER error if there is no such stream. */
    private StreamProgress progress(String stream) {
        return coordinator.progress(streams.apply(stream).definition().name());
    }
}
