package org.wukongs.benchmarks.changes;

import java.util.Arrays;
import java.util.Set;
import org.wukongs.error.WukongsException;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;

/** Stream that feeds the default graph of an embedded store: each write is a batch and snapshot. */
final class ChangeWriter {

    private static final String STREAM = "http://wukongs.org/bench/changes";

    private final StoreNode node;
    private final StreamDefinition stream =
            new StreamDefinition(
                    STREAM,
                    StreamDefinition.BATCH_INTERVAL_MS_DEFAULT,
                    StreamDefinition.STORED,
                    Set.of());
    private final WriterId writer = new WriterId(STREAM, 0, 1, "bench", 0);
    private final long writerEpoch;
    private long batch;

    ChangeWriter(StoreNode node) {
        this.node = node;
        node.streams().register(stream);
        this.writerEpoch = node.openWriter(writer);
    }

    /**
     * Adds {@code added}, then removes {@code removed}, which have no triple in common; returns
     * when both can be read.
     */
    void write(TripleBuffer added, TripleBuffer removed) {
        int size = (int) (added.size() + removed.size());
        long[] timesMs = new long[size];
        Arrays.fill(timesMs, batch * stream.batchIntervalMs());
        long[] subjects = new long[size];
        long[] predicates = new long[size];
        long[] objects = new long[size];
        for (int row = 0; row < size; row++) {
            boolean removal = row >= added.size();
            TripleBuffer from = removal ? removed : added;
            long at = removal ? row - added.size() : row;
            subjects[row] = from.subject(at);
            predicates[row] = from.pid(at) | (removal ? EncodedBatch.REMOVAL : 0);
            objects[row] = from.object(at);
        }
        EncodedBatch tuples =
                new EncodedBatch(batch, false, timesMs, subjects, predicates, objects);
        if (!node.writers().inject(STREAM, writerEpoch, tuples)) {
            throw WukongsException.fatal("the stream's ring is full: tuples=" + size);
        }
        node.writers().closeUpTo(writer, writerEpoch, batch++);
        node.advance();
    }

    /** Does what an idle store does: drops tuples and marks that nobody needs. */
    void idle() {
        node.reclaim();
        int done;
        do {
            done = node.doWork();
        } while (done > 0);
    }

    /** The tuples of {@code said} at the beginning of another batch, or their removals. */
    static EncodedBatch saidAgain(
            EncodedBatch said, long batch, long batchIntervalMs, boolean removal) {
        long[] timesMs = new long[said.size()];
        Arrays.fill(timesMs, batch * batchIntervalMs);
        long[] predicates = said.predicates().clone();
        for (int row = 0; row < predicates.length; row++) {
            predicates[row] |= removal ? EncodedBatch.REMOVAL : 0;
        }
        return new EncodedBatch(batch, false, timesMs, said.subjects(), predicates, said.objects());
    }

    long snapshots() {
        return batch;
    }
}
