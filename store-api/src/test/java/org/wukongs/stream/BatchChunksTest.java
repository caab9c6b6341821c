package org.wukongs.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.Seeds;

final class BatchChunksTest {

    @Test
    void nothingGivesNothing() {
        assertThat(BatchChunks.of(List.of(), 3)).isEmpty();
        assertThat(BatchChunks.of(List.of(new TupleBatch(1, false, List.of())), 3)).isEmpty();
    }

    /**
     * Tuples keep order, batch and lateness; no chunk is empty or too large, and no two neighbours
     * would fit into one.
     */
    @Test
    void randomBatches() {
        long seed = Seeds.seed(getClass());
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            int max = 1 + random.nextInt(4);
            List<TupleBatch> batches = new ArrayList<>();
            for (int n = random.nextInt(6); n > 0; n--) {
                batches.add(randomBatch(random));
            }
            List<TupleBatch> chunks = BatchChunks.of(batches, max);
            assertThat(flat(chunks)).as("wukongs.seed=%d", seed).isEqualTo(flat(batches));
            for (int i = 0; i < chunks.size(); i++) {
                assertThat(chunks.get(i).tuples())
                        .as("wukongs.seed=%d", seed)
                        .hasSizeBetween(1, max);
                boolean same =
                        i > 0
                                && chunks.get(i).batch() == chunks.get(i - 1).batch()
                                && chunks.get(i).late() == chunks.get(i - 1).late();
                assertThat(same && chunks.get(i - 1).tuples().size() < max)
                        .as("wukongs.seed=%d", seed)
                        .isFalse();
            }
        }
    }

    private static TupleBatch randomBatch(Random random) {
        List<Tuple> tuples = new ArrayList<>();
        for (int n = random.nextInt(6); n > 0; n--) {
            tuples.add(new Tuple(random.nextInt(), "s", "p", "o"));
        }
        return new TupleBatch(random.nextInt(2), random.nextBoolean(), tuples);
    }

    private static List<String> flat(List<TupleBatch> batches) {
        List<String> all = new ArrayList<>();
        for (TupleBatch batch : batches) {
            batch.tuples()
                    .forEach(t -> all.add(batch.batch() + " " + batch.late() + " " + t.toLine()));
        }
        return all;
    }
}
