package org.wukongs.store.stream;

import java.util.List;
import java.util.function.Consumer;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.StreamDefinition;

/**
 * The content of a ring at one moment. Any thread may read it until the cut of its {@link
 * TransientMemory} ends, while the ring changes.
 *
 * @param staged messages of open batches, in order of batch, then of arrival
 * @param records the tuples of closed batches
 */
public record RingCut(RingBounds bounds, List<StagedMessage> staged, Records records) {

    public RingCut {
        staged = List.copyOf(staged);
    }

    /** The tuples from the ring's tail to its end. */
    public static final class Records {

        private final StreamDefinition definition;
        private final long[][] directory;
        private final int chunkShift;
        private final BatchEnds.Table batches;
        private final int batchCount;
        private final long tail;
        private final long end;

        Records(
                StreamDefinition definition,
                long[][] directory,
                int chunkShift,
                BatchEnds.Table batches,
                long tail,
                long end) {
            this.definition = definition;
            this.directory = directory;
            this.chunkShift = chunkShift;
            this.batches = batches;
            this.batchCount = batches.sizeAcquire();
            this.tail = tail;
            this.end = end;
        }

        /**
         * Hands on the tuples in order of position, at a time at most {@code rowsMax} of one batch.
         */
        public void forEach(int rowsMax, Consumer<EncodedBatch> consumer) {
            long position = tail;
            while (position < end) {
                int index = batches.indexOfPosition(position, batchCount);
                long batchEnd = Math.min(end, batches.start(index + 1));
                long to = Math.min(batchEnd, position + rowsMax);
                consumer.accept(rows(batches.batch(index), position, (int) (to - position)));
                position = to;
            }
        }

        private EncodedBatch rows(long batch, long from, int count) {
            long startMs = batch * definition.batchIntervalMs();
            EncodedBatch rows =
                    new EncodedBatch(
                            batch,
                            false,
                            new long[count],
                            new long[count],
                            new long[count],
                            new long[count]);
            long mask = (1L << chunkShift) - 1;
            for (int row = 0; row < count; row++) {
                long position = from + row;
                long[] chunk = directory[(int) (position >>> chunkShift) & (directory.length - 1)];
                int at = (int) (position & mask) << TupleDescriptor.WORDS_SHIFT;
                rows.eventTimesMs()[row] = startMs + TupleDescriptor.timeInBatchMs(chunk, at);
                rows.subjects()[row] = TupleDescriptor.subject(chunk, at);
                long removal = TupleDescriptor.isRemoval(chunk, at) ? EncodedBatch.REMOVAL : 0;
                rows.predicates()[row] = TupleDescriptor.pid(chunk, at) | removal;
                rows.objects()[row] = TupleDescriptor.object(chunk, at);
            }
            return rows;
        }
    }
}
