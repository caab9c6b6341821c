package org.wukongs.stream;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts the adaptor's output into messages: adjacent parts of a batch are joined, and no message is
 * larger than a limit. The order of tuples stays.
 */
final class BatchChunks {

    /** 16 Ki tuples: about 4 MB of strings to encode, 0.5 MB of ids to send. */
    public static final int TUPLES_MAX = 1 << 14;

    private BatchChunks() {}

    static List<TupleBatch> of(List<TupleBatch> batches, int tuplesMax) {
        List<TupleBatch> chunks = new ArrayList<>();
        TupleBatch chunk = null;
        for (TupleBatch batch : batches) {
            for (Tuple tuple : batch.tuples()) {
                if (chunk == null || !fits(chunk, batch, tuplesMax)) {
                    chunk = new TupleBatch(batch.batch(), batch.late(), new ArrayList<>());
                    chunks.add(chunk);
                }
                chunk.tuples().add(tuple);
            }
        }
        return chunks;
    }

    private static boolean fits(TupleBatch chunk, TupleBatch batch, int tuplesMax) {
        boolean same = chunk.batch() == batch.batch() && chunk.late() == batch.late();
        return same && chunk.tuples().size() < tuplesMax;
    }
}
