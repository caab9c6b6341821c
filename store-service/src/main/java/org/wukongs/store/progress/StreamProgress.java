package org.wukongs.store.progress;

import java.util.Arrays;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.store.progress.ProgressCut.EpochEnd;
import org.wukongs.store.progress.StablePoint.StreamPoint;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/**
 * What the writers of one stream have sent and closed.
 *
 * <p>Invariants: {@code closedBatch} never goes back, also not when a new writer epoch opens (what
 * was closed is complete in this store); within an epoch it is the minimum over all writers that
 * are not idle, those not yet seen included. Where all are idle, nobody is waited for, so it is the
 * maximum.
 */
public final class StreamProgress {

    /** A writer of the current epoch. */
    private static final class Writer {
        private long closedBatch = StreamAdaptor.NO_BATCH;
        private long sequence;
        private long committed;
        private WriterId openedBy; // null where it has not been seen yet
        private int connection; // rises when it connects
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

    /** {@code epochs} are those of all streams of a store. */
    StreamProgress(String stream, EpochNumbers epochs) {
        this.stream = stream;
        this.epochs = epochs;
        this.epoch = epochs.next();
    }

    /**
     * Opens a writer and returns its writer epoch: the current one, or a new one where the writer
     * belongs to other ones than those of the current epoch, or has been open in it already and so
     * has been started again.
     *
     * <p>No order is drawn from attempt numbers, because Flink counts them per task and begins anew
     * with a new JobManager. Where only some writers of a stream are started again, the others are
     * fenced by their next message and follow.
     *
     * @throws WukongsException USER where the writer goes on from a checkpoint that has more than
     *     this store, which has come back from one of its own or is another store
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

    /** The stream is gone. */
    void close() {
        epochs.replaceWriters(writers.length, 0);
    }

    /** True where a writer that opens belongs to the current epoch. */
    boolean joins(WriterId writer) {
        return writer.incarnation().equals(incarnation)
                && writer.count() == writers.length
                && writers[writer.index()].openedBy == null;
    }

    /** True where all writers of the current epoch have opened. */
    boolean allOpened() {
        boolean all = true;
        for (Writer writer : writers) {
            all &= writer.openedBy != null;
        }
        return all;
    }

    /** True where a message of an earlier epoch is sent again in this one, all writers open. */
    boolean isResent(MessageId message) {
        return resent.contains(message);
    }

    private void checkKept(MessageId position) {
        if (!isKept(position)) {
            throw WukongsException.user(
                    "the job's checkpoint is newer than what the store came back with, restore one"
                            + " from before the store's checkpoint, or start the job without state"
                            + " and write anew: stream="
                            + stream
                            + " epoch="
                            + position.epoch()
                            + " writer="
                            + position.writer()
                            + " sequence="
                            + position.sequence());
        }
    }

    /** False where messages up to {@code position} are not here, or were forgotten. */
    private boolean isKept(MessageId position) {
        return epochs.isKept(position.epoch()) && !ends.isBehind(position);
    }

    /** What is to be known of the writers by a store that comes back without them. */
    ProgressCut cut(StreamPoint stable) {
        List<EpochEnd> over = ends.list();
        if (writers.length > 0) {
            List<Long> sequences = Arrays.stream(writers).map(writer -> writer.sequence).toList();
            over.add(new EpochEnd(epoch, sequences));
        }
        return new ProgressCut(
                closedBatch, ended, duplicateCount, stable, resent.jobEpochs(), over, intake);
    }

    /** Goes on where a cut was made; its writers have to open again, in a new epoch. */
    void restore(ProgressCut cut) {
        closedBatch = cut.closedBatch();
        ended = cut.ended();
        duplicateCount = cut.duplicateCount();
        intake = cut.intake();
        resent.restore(cut.jobs());
        cut.ends().forEach(ends::add);
    }

    /**
     * A completed checkpoint covers a writer's messages up to {@code position}; false where they
     * were not taken here. For an epoch that is over there is nothing to note.
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

    /** Messages of the current epoch that no completed checkpoint covers. */
    public long uncommittedCount() {
        long count = 0;
        for (Writer writer : writers) {
            count += writer.sequence - writer.committed;
        }
        return count;
    }

    /**
     * A writer of {@code writerEpoch} has lost its connection, in which its messages up to {@code
     * sequence} were acknowledged, and goes on in another; what it has sent in the old one may
     * still come, or come again.
     *
     * @throws WukongsException RETRIABLE where it is fenced, or its messages are not here
     */
    public void resume(WriterId writer, long writerEpoch, long sequence) {
        check(writerEpoch);
        boolean known =
                writer.index() < writers.length && writer.equals(writers[writer.index()].openedBy);
        if (!known) {
            throw WukongsException.retriable(
                    "the writer is not open, it cannot go on: stream="
                            + stream
                            + " writer="
                            + writer.index());
        }
        checkComplete(writer.index(), sequence);
        writers[writer.index()].connect();
    }

    /** Names the newest connection of a writer of the current epoch. */
    public int connection(int index) {
        return writers[index].connection;
    }

    /** RETRIABLE where a writer of the current epoch goes on in a newer connection. */
    public void checkConnection(int index, int connection) {
        if (connection != writers[index].connection) {
            throw WukongsException.retriable(
                    "the writer has connected again: stream=" + stream + " writer=" + index);
        }
    }

    /** True where {@code writerEpoch} is the stream's. */
    public boolean isCurrent(long writerEpoch) {
        return writerEpoch == epoch;
    }

    /** RETRIABLE where {@code writerEpoch} is no longer the stream's. */
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
     * True where message {@code sequence} of a writer is the next one, false where it has been
     * taken before; RETRIABLE where messages before it are missing. Changes nothing: see {@link
     * #taken}.
     */
    public boolean expects(int index, long sequence) {
        checkComplete(index, sequence - 1);
        return sequence > writers[index].sequence;
    }

    /** RETRIABLE where not all of a writer's messages up to {@code sequence} are here. */
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

    /** Message {@code sequence} of a writer has been taken; a writer that sends is not idle. */
    public void taken(int index, long sequence) {
        writers[index].sequence = sequence;
        writers[index].idle = false;
    }

    /** How far numbered requests have come. */
    public IntakePoint intake() {
        return intake;
    }

    /** A request of a client has been taken, with its tuples. */
    public void taken(IntakePoint after) {
        intake = after;
    }

    /** A message, or a numbered request, has come again and was ignored. */
    public void countDuplicate() {
        duplicateCount++;
    }

    /**
     * Writer {@code index} has closed everything up to {@code batch} and is not idle; true where
     * the stream's progress moved.
     */
    boolean closeUpTo(int index, long batch) {
        writers[index].idle = false;
        writers[index].closedBatch = Math.max(writers[index].closedBatch, batch);
        return moved();
    }

    /**
     * Writer {@code index} is not waited for until it sends again; true where the stream's progress
     * moved.
     */
    boolean markIdle(int index) {
        writers[index].idle = true;
        return moved();
    }

    /** Nobody writes below the end of {@code batch}; true where the stream's progress moved. */
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
     * A writer's connection has ended; it does not say anything about what it has closed. Nothing
     * where the writer goes on in a newer one.
     */
    public void disconnected(int index, long writerEpoch, int connection) {
        if (writerEpoch == epoch && connection == writers[index].connection) {
            writers[index].connected = false;
        }
    }

    /**
     * The newest closed batch, {@link StreamAdaptor#NO_BATCH} or, after the end, {@link
     * StreamAdaptor#END_OF_STREAM}.
     */
    public long closedBatch() {
        return ended ? StreamAdaptor.END_OF_STREAM : closedBatch;
    }

    /** The newest batch that was closed by number, whether the stream has ended or not. */
    long closedByNumber() {
        return closedBatch;
    }

    public boolean ended() {
        return ended;
    }

    /**
     * True where nobody holds the stream back: its writers are idle, or some and the rest ended.
     */
    public boolean idle() {
        boolean idle = writers.length > 0 && !ended;
        for (Writer writer : writers) {
            idle &= writer.idle || writer.closedBatch == StreamAdaptor.END_OF_STREAM;
        }
        return idle;
    }

    /** Names the writers of the current epoch, empty before the first. */
    public String incarnation() {
        return incarnation;
    }

    /** Writers of the current epoch, those not seen yet included. */
    public int writerCount() {
        return writers.length;
    }

    /** Those of them that are connected. */
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
