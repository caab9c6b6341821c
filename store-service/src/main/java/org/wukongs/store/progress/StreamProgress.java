package org.wukongs.store.progress;

import java.util.Arrays;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.store.progress.ProgressCut.EpochEnd;
import org.wukongs.store.progress.ProgressCut.WriterCut;
import org.wukongs.store.progress.ProgressCut.WritersCut;
import org.wukongs.store.progress.StablePoint.StreamPoint;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/**
 * The progress of one stream: what its writers have sent and closed.
 *
 * <p>Invariants: {@code closedBatch} never goes back, not even when a new writer epoch opens
 * (closed batches are complete in this store). Within an epoch it is the minimum over all writers
 * that are not idle, including those not yet seen. If all are idle, the stream waits for none of
 * them, so it is the maximum.
 */
public final class StreamProgress {

    /** A writer of the current epoch. */
    private static final class Writer {
        private long closedBatch = StreamAdaptor.NO_BATCH;
        private long sequence;
        private long committed;
        private WriterId openedBy; // null if it has not been seen yet
        private int connection; // rises with each connection
        private boolean connected;
        private boolean idle;

        private void connect() {
            connection++;
            connected = true;
        }
    }

    private final String stream;
    private final EpochNumbers epochs;
    private final ResentMessages resent = new ResentMessages();
    private final EpochEnds ends = new EpochEnds();
    private String incarnation = "";
    private long epoch;
    private Writer[] writers = {};
    private long closedBatch = StreamAdaptor.NO_BATCH;
    private boolean ended;
    private long duplicateCount;
    private IntakePoint intake = IntakePoint.NOTHING;

    /** {@code epochs} gives the numbers of all streams of a store. */
    StreamProgress(String stream, EpochNumbers epochs) {
        this.stream = stream;
        this.epochs = epochs;
        this.epoch = epochs.next();
    }

    /**
     * Opens a writer and returns its writer epoch: the current one, or a new one if the writer does
     * not belong to the writers of the current epoch, or was already open in it and so was started
     * again.
     *
     * <p>Attempt numbers imply no order, because Flink counts them per task and restarts the count
     * with a new JobManager. If only some writers of a stream are started again, the others are
     * fenced at their next message and follow.
     *
     * @throws WukongsException USER if the writer continues from a checkpoint that is ahead of this
     *     store, which was restored from a checkpoint of its own or is another store
     */
    public long open(WriterId writer, WriterOrigin origin) {
        origin.restored().forEach(this::checkKept);
        if (!joins(writer)) {
            epochs.replaceWriters(writers.length, writer.count());
            incarnation = writer.incarnation();
            writers = new Writer[writer.count()];
            Arrays.setAll(writers, index -> new Writer());
            ended = false;
            epoch = epochs.next();
            resent.begin(epoch);
        }
        writers[writer.index()].openedBy = writer;
        writers[writer.index()].connect();
        resent.add(incarnation, origin);
        return epoch;
    }

    /** Called when the stream is dropped. */
    void close() {
        epochs.replaceWriters(writers.length, 0);
    }

    /** Returns true if a writer that opens belongs to the current epoch. */
    boolean joins(WriterId writer) {
        return writer.incarnation().equals(incarnation)
                && writer.count() == writers.length
                && writers[writer.index()].openedBy == null;
    }

    /** Returns true if all writers of the current epoch have opened. */
    boolean allOpened() {
        boolean all = true;
        for (Writer writer : writers) {
            all &= writer.openedBy != null;
        }
        return all;
    }

    /**
     * Returns true if a message of an earlier epoch is sent again in this one; all writers must be
     * open.
     */
    boolean isResent(MessageId message) {
        return resent.contains(message);
    }

    private void checkKept(MessageId position) {
        if (!isKept(position)) {
            throw WukongsException.user(
                    "the job's checkpoint is newer than what the store came back with, restore"
                            + " one from before the store's checkpoint, or start the job without"
                            + " state and write anew: stream="
                            + stream
                            + " epoch="
                            + position.epoch()
                            + " writer="
                            + position.writer()
                            + " sequence="
                            + position.sequence());
        }
    }

    /** Returns false if messages up to {@code position} never came, or are lost. */
    private boolean isKept(MessageId position) {
        return epochs.isKept(position.epoch()) && !ends.isBehind(position);
    }

    /** Returns the state of the writers for a checkpoint. */
    ProgressCut cut(StreamPoint stable) {
        return new ProgressCut(
                closedBatch,
                ended,
                duplicateCount,
                stable,
                resent.jobEpochs(),
                ends.list(),
                intake,
                new WritersCut(epoch, incarnation, resent.restoredPositions(), writerCuts()));
    }

    private List<WriterCut> writerCuts() {
        return Arrays.stream(writers)
                .map(
                        writer ->
                                new WriterCut(
                                        writer.openedBy != null,
                                        writer.idle,
                                        writer.closedBatch,
                                        writer.sequence))
                .toList();
    }

    /** Restores a cut, with writers that are no longer connected. */
    void restore(ProgressCut cut) {
        closedBatch = cut.closedBatch();
        ended = cut.ended();
        duplicateCount = cut.duplicateCount();
        intake = cut.intake();
        resent.restore(cut.jobs());
        cut.ends().forEach(ends::add);
        List<WriterCut> known = cut.newest() == null ? List.of() : cut.newest().writers();
        epochs.replaceWriters(writers.length, known.size());
        incarnation = cut.newest() == null ? "" : cut.newest().incarnation();
        writers = new Writer[known.size()];
        Arrays.setAll(writers, index -> restored(known.get(index), index));
        if (cut.newest() != null) {
            epoch = cut.newest().epoch();
            resent.restore(epoch, cut.newest().restored());
        }
    }

    private Writer restored(WriterCut cut, int index) {
        Writer writer = new Writer();
        writer.closedBatch = cut.closedBatch();
        writer.sequence = cut.sequence();
        writer.idle = cut.idle();
        if (cut.opened()) {
            writer.openedBy = new WriterId(stream, index, writers.length, incarnation, 0);
        }
        return writer;
    }

    /**
     * Ends the epoch, as the store has started again: its writers have to open again, in a new one.
     */
    void beginAgain() {
        if (writers.length > 0) {
            ends.add(new EpochEnd(epoch, sequences()));
        }
        epochs.replaceWriters(writers.length, 0);
        writers = new Writer[0];
        incarnation = "";
        epoch = epochs.next();
    }

    private List<Long> sequences() {
        return Arrays.stream(writers).map(writer -> writer.sequence).toList();
    }

    /**
     * Notes that a completed checkpoint covers a writer's messages up to {@code position}; returns
     * false if they were not taken here. An epoch that is over needs no note.
     */
    boolean commit(MessageId position) {
        if (position.epoch() != epoch) {
            return position.epoch() < epoch && isKept(position);
        }
        boolean known =
                position.writer() < writers.length
                        && position.sequence() <= writers[position.writer()].sequence;
        if (known) {
            Writer writer = writers[position.writer()];
            writer.committed = Math.max(writer.committed, position.sequence());
        }
        return known;
    }

    /** Returns the number of messages of the current epoch that no completed checkpoint covers. */
    public long uncommittedCount() {
        long count = 0;
        for (Writer writer : writers) {
            count += writer.sequence - writer.committed;
        }
        return count;
    }

    /**
     * Resumes a writer of {@code writerEpoch} in a new connection. In the old one its messages up
     * to {@code sequence} were acknowledged; later messages from there may still arrive, or be sent
     * again.
     *
     * @throws WukongsException RETRIABLE if it is fenced, or its messages are missing
     */
    public void resume(WriterId writer, long writerEpoch, long sequence) {
        check(writerEpoch);
        boolean known =
                writer.index() < writers.length && writer.equals(writers[writer.index()].openedBy);
        if (!known) {
            throw WukongsException.retriable(
                    "the writer is not open, it cannot resume: stream="
                            + stream
                            + " writer="
                            + writer.index());
        }
        checkComplete(writer.index(), sequence);
        writers[writer.index()].connect();
    }

    /** Returns the number of the newest connection of a writer of the current epoch. */
    public int connection(int index) {
        return writers[index].connection;
    }

    /** Throws RETRIABLE if a writer of the current epoch has a newer connection. */
    public void checkConnection(int index, int connection) {
        if (connection != writers[index].connection) {
            throw WukongsException.retriable(
                    "the writer has connected again: stream=" + stream + " writer=" + index);
        }
    }

    /** Returns true if {@code writerEpoch} is the stream's current one. */
    public boolean isCurrent(long writerEpoch) {
        return writerEpoch == epoch;
    }

    /** Throws RETRIABLE if {@code writerEpoch} is no longer the stream's. */
    public void check(long writerEpoch) {
        if (writerEpoch != epoch) {
            throw WukongsException.retriable(
                    "fenced, a newer writer epoch is open: stream="
                            + stream
                            + " epoch="
                            + writerEpoch
                            + " current="
                            + epoch);
        }
    }

    /**
     * Returns true if message {@code sequence} of a writer is the next one, false if it was taken
     * before; throws RETRIABLE if messages before it are missing. Changes nothing: see {@link
     * #taken}.
     */
    public boolean expects(int index, long sequence) {
        checkComplete(index, sequence - 1);
        return sequence > writers[index].sequence;
    }

    /** Throws RETRIABLE if some of a writer's messages up to {@code sequence} are missing. */
    public void checkComplete(int index, long sequence) {
        if (sequence > writers[index].sequence) {
            throw WukongsException.retriable(
                    "messages of a writer are missing: stream="
                            + stream
                            + " writer="
                            + index
                            + " lastSequence="
                            + writers[index].sequence
                            + " claimedSequence="
                            + sequence);
        }
    }

    /**
     * Notes that message {@code sequence} of a writer was taken; a writer that sends is not idle.
     */
    public void taken(int index, long sequence) {
        writers[index].sequence = sequence;
        writers[index].idle = false;
    }

    /** Returns how far numbered requests have come. */
    public IntakePoint intake() {
        return intake;
    }

    /** Notes that a client's request was taken, with its tuples. */
    public void taken(IntakePoint after) {
        intake = after;
    }

    /** Counts a message, or a numbered request, that was received again and ignored. */
    public void countDuplicate() {
        duplicateCount++;
    }

    /**
     * Notes that writer {@code index} has closed everything up to {@code batch} and is not idle;
     * returns true if the stream's progress moved.
     */
    boolean closeUpTo(int index, long batch) {
        writers[index].idle = false;
        writers[index].closedBatch = Math.max(writers[index].closedBatch, batch);
        return moved();
    }

    /**
     * Marks writer {@code index} as idle: the stream does not wait for it until it sends again.
     * Returns true if the stream's progress moved.
     */
    boolean markIdle(int index) {
        writers[index].idle = true;
        return moved();
    }

    /**
     * Closes batches up to {@code batch} of an idle stream; returns true if the stream's progress
     * moved.
     */
    boolean closeIdle(long batch) {
        boolean moved = idle() && batch > closedBatch;
        closedBatch = moved ? batch : closedBatch;
        return moved;
    }

    private boolean moved() {
        long least = StreamAdaptor.END_OF_STREAM;
        long newest = StreamAdaptor.NO_BATCH;
        boolean allEnded = true;
        for (Writer writer : writers) {
            boolean writerEnded = writer.closedBatch == StreamAdaptor.END_OF_STREAM;
            allEnded &= writerEnded;
            if (!writerEnded) {
                newest = Math.max(newest, writer.closedBatch);
                least = writer.idle ? least : Math.min(least, writer.closedBatch);
            }
        }
        if (allEnded) {
            boolean first = !ended;
            ended = true;
            return first;
        }
        long closed = least == StreamAdaptor.END_OF_STREAM ? newest : least;
        boolean forward = closed > closedBatch;
        closedBatch = Math.max(closedBatch, closed);
        return forward;
    }

    /**
     * Notes that a writer's connection has ended, which closes no batch. Does nothing if the writer
     * has a newer connection.
     */
    public void disconnected(int index, long writerEpoch, int connection) {
        if (writerEpoch == epoch && connection == writers[index].connection) {
            writers[index].connected = false;
        }
    }

    /**
     * Returns the newest closed batch, {@link StreamAdaptor#NO_BATCH} or, after the end, {@link
     * StreamAdaptor#END_OF_STREAM}.
     */
    public long closedBatch() {
        return ended ? StreamAdaptor.END_OF_STREAM : closedBatch;
    }

    /**
     * Returns the newest batch that was closed by its number, whether the stream has ended or not.
     */
    public long closedByNumber() {
        return closedBatch;
    }

    public boolean ended() {
        return ended;
    }

    /**
     * Returns true if no writer holds the stream back: all writers are idle, or some are and the
     * rest has ended.
     */
    public boolean idle() {
        boolean idle = writers.length > 0 && !ended;
        for (Writer writer : writers) {
            idle &= writer.idle || writer.closedBatch == StreamAdaptor.END_OF_STREAM;
        }
        return idle;
    }

    /** Returns true if a writer is connected that closes more batches, as far as is known. */
    boolean isWritten() {
        boolean written = false;
        for (Writer writer : writers) {
            boolean ended = writer.closedBatch == StreamAdaptor.END_OF_STREAM;
            written |= writer.connected && !writer.idle && !ended;
        }
        return written;
    }

    /** Returns the name of the current epoch's writers, empty before the first. */
    public String incarnation() {
        return incarnation;
    }

    /** Returns the number of writers of the current epoch, including those not yet seen. */
    public int writerCount() {
        return writers.length;
    }

    /** Returns the number of connected writers of the current epoch. */
    public int openWriterCount() {
        int count = 0;
        for (Writer writer : writers) {
            count += writer.connected ? 1 : 0;
        }
        return count;
    }

    public long duplicateCount() {
        return duplicateCount;
    }
}
