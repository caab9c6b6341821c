package org.wukongs.store.coordinator;

import java.util.Arrays;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.WriterId;

/**
 * The vector-time entry of one stream: what its writers have closed.
 *
 * <p>Invariants: {@code stableBatch} never goes back, also not when a new writer epoch opens (what
 * was closed is complete in this store); within an epoch it is the minimum over all writers, those
 * not yet seen included.
 */
public final class StreamProgress {

    private final String stream;
    private String incarnation = "";
    private long epoch;
    private boolean[] opened = {};
    private long[] closedByWriter = {};
    private long stableBatch = StreamAdaptor.NO_BATCH;
    private boolean ended;

    StreamProgress(String stream) {
        this.stream = stream;
    }

    /**
     * Opens a writer and returns its writer epoch: the current one, or a new one where the writer
     * belongs to other ones than those of the current epoch, or has been open in it already and so
     * has been started again.
     *
     * <p>No order is drawn from attempt numbers, because Flink counts them per task and begins anew
     * with a new JobManager. Where only some writers of a stream are started again, the others are
     * fenced by their next message and follow.
     */
    public long open(WriterId writer) {
        boolean joins =
                writer.incarnation().equals(incarnation)
                        && writer.count() == opened.length
                        && !opened[writer.index()];
        if (!joins) {
            incarnation = writer.incarnation();
            opened = new boolean[writer.count()];
            closedByWriter = new long[writer.count()];
            Arrays.fill(closedByWriter, StreamAdaptor.NO_BATCH);
            ended = false;
            epoch++;
        }
        opened[writer.index()] = true;
        return epoch;
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
     * Writer {@code index} has closed everything up to {@code batch}; true where the stream's
     * progress moved.
     */
    boolean closeUpTo(int index, long batch) {
        closedByWriter[index] = Math.max(closedByWriter[index], batch);
        long closed = Long.MAX_VALUE;
        for (long byWriter : closedByWriter) {
            closed = Math.min(closed, byWriter);
        }
        if (closed == StreamAdaptor.END_OF_STREAM) {
            boolean moved = !ended;
            ended = true;
            return moved;
        }
        if (closed <= stableBatch) {
            return false;
        }
        stableBatch = closed;
        return true;
    }

    /**
     * The newest closed batch, {@link StreamAdaptor#NO_BATCH} or, after the end, {@link
     * StreamAdaptor#END_OF_STREAM}.
     */
    public long stableBatch() {
        return ended ? StreamAdaptor.END_OF_STREAM : stableBatch;
    }

    public boolean ended() {
        return ended;
    }
}
