package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.id.Keys;
import org.wukongs.naive.Seeds;
import org.wukongs.store.graph.TripleModel;
import org.wukongs.store.view.TripleIndex;

/** {@link RunProbe} keeps what a probe of each row keeps. */
class RunProbeTest {

    private static final int ROUNDS = 300;

    private final Random random = Seeds.random(getClass());

    @Test
    void asRowByRow() {
        int paid = 0;
        for (int round = 0; round < ROUNDS; round++) {
            TripleModel model = new TripleModel(60, 1);
            TripleIndex graph = new TripleIndex();
            for (int i = random.nextInt(3_000); i > 0; i--) {
                TripleModel.Ids triple = model.randomTriple(random);
                graph.add(triple.s(), triple.p(), triple.o());
            }
            int count = 64 + random.nextInt(200);
            int direction = random.nextInt(2);
            long[] runs = runs(model, count);
            long[] others = new long[count];
            for (int row = 0; row < count; row++) {
                others[row] = model.vertex(random);
            }
            long[] subjects = direction == Keys.OUT ? runs : others;
            long[] objects = direction == Keys.OUT ? others : runs;
            RunProbe probe = new RunProbe(direction, bytes -> {});
            probe.bind(graph, 1);
            paid += RunProbe.mayPay(runs, count) && probe.pays() ? 1 : 0;
            int[] expected = new int[count];
            int[] kept = new int[count];
            int expectedCount = graph.probe(subjects, 1, objects, count, expected);
            int keptCount = probe.probe(subjects, objects, count, kept);
            assertThat(Arrays.copyOf(kept, keptCount))
                    .isEqualTo(Arrays.copyOf(expected, expectedCount));
        }
        assertThat(paid).isPositive();
    }

    /** From rows of their own, whose lists are long for them, to long runs. */
    private long[] runs(TripleModel model, int count) {
        long[] column = new long[count];
        int runLength = 1 + random.nextInt(20);
        for (int row = 0; row < count; row++) {
            boolean same = row > 0 && random.nextInt(runLength) > 0;
            column[row] = same ? column[row - 1] : model.vertex(random);
        }
        return column;
    }
}
