package org.wukongs.store.cluster;

import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.StreamAdaptor;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.wire.Codecs;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * What a stream's home answers: tuples of batches that its own queries see, from the position that
 * was asked for, and how far the stream is with them.
 *
 * @param isLost true if the home does not have the position, or knows nothing of the copy; nothing
 *     else counts then
 * @param snapshot of the stored graphs, that the home shows with them
 * @param closedBatch the newest batch that is complete with these tuples and was closed by number,
 *     {@code Long.MIN_VALUE} for none
 * @param ended whether all tuples are there and the stream has ended
 * @param idle whether no writer holds it back
 * @param batches tuples in order of their positions; the last batch may go on in the next answer
 */
public record ReplicaTuples(
        boolean isLost,
        long snapshot,
        long closedBatch,
        boolean ended,
        boolean idle,
        List<EncodedBatch> batches) {

    /** Tuples of one answer: 2 MiB. */
    public static final int ROWS_MAX = 1 << 16;

    /** Longs and a flag of a batch, with the lengths of its columns. */
    private static final int BATCH_BYTES_MIN = Long.BYTES + 1 + 4 * Integer.BYTES;

    /** The home has no longer what is asked for. */
    public static final ReplicaTuples LOST =
            new ReplicaTuples(true, 0, StreamAdaptor.NO_BATCH, false, false, List.of());

    public ReplicaTuples {
        batches = List.copyOf(batches);
    }

    /** Returns how many tuples there are. */
    public int size() {
        int size = 0;
        for (EncodedBatch batch : batches) {
            size += batch.size();
        }
        return size;
    }

    void putTo(WireWriter out) {
        out.putBoolean(isLost)
                .putLong(snapshot)
                .putLong(closedBatch)
                .putBoolean(ended)
                .putBoolean(idle)
                .putList(batches, Codecs::put);
    }

    /** Reads an answer, and checks what can be checked without the dictionary. */
    static ReplicaTuples decode(ReplicaWanted wanted, StreamDefinition definition, WireReader in) {
        ReplicaTuples got;
        try {
            got =
                    new ReplicaTuples(
                            in.getBoolean(),
                            in.getLong(),
                            in.getLong(),
                            in.getBoolean(),
                            in.getBoolean(),
                            in.getList(
                                    "batches of an answer",
                                    ROWS_MAX,
                                    BATCH_BYTES_MIN,
                                    Codecs::encodedBatch));
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new WukongsException(
                    WukongsException.Category.USER, "tuples of another node are malformed", e);
        }
        got.check(wanted, definition);
        return got;
    }

    private void check(ReplicaWanted wanted, StreamDefinition definition) {
        if (isLost) {
            return;
        }
        InputLimits.checkRange("snapshot", snapshot, 0, Long.MAX_VALUE - 1);
        InputLimits.checkRange("tuples of an answer", size(), 0, ROWS_MAX);
        long batchMax = definition.batchOf(InputLimits.WINDOW_END_MS_MAX);
        if (closedBatch != StreamAdaptor.NO_BATCH) {
            InputLimits.checkRange("closed batch", closedBatch, -1, batchMax);
        }
        long before = Math.max(-1, wanted.closedBatch());
        for (EncodedBatch batch : batches) {
            InputLimits.checkRange("batch", batch.batch(), before + 1, batchMax);
            before = batch.batch();
            long startMs = before * definition.batchIntervalMs();
            if (batch.size() == 0 || batch.late()) {
                throw WukongsException.user("a batch of another node is empty or late");
            }
            for (long timeMs : batch.eventTimesMs()) {
                InputLimits.checkRange(
                        "event time in its batch",
                        timeMs - startMs,
                        0,
                        definition.batchIntervalMs() - 1);
            }
        }
    }
}
