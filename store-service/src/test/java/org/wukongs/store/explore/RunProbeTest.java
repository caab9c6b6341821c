package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.memory.TripleIndex;
import org.wukongs.store.memory.TripleModel;

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
            long[] subjects = new long[count];
            long[] objects = new long[count];
            int runLength = 1 + random.nextInt(20);
            for (int row = 0; row < count; row++) {
                subjects[row] = model.vertex(random);
                boolean same = row > 0 && random.nextInt(runLength) > 0;
                objects[row] = same ? objects[row - 1] : model.vertex(random);
            }
            RunProbe probe = new RunProbe();
            probe.bind(graph, 1);
            paid += RunProbe.mayPay(objects, count) && probe.pays() ? 1 : 0;
            int[] expected = new int[count];
            int[] kept = new int[count];
            int expectedCount = graph.probe(subjects, 1, objects, count, expected);
            int keptCount = probe.probe(subjects, objects, count, kept);
            assertThat(Arrays.copyOf(kept, keptCount))
                    .isEqualTo(Arrays.copyOf(expected, expectedCount));
        }
        assertThat(paid).isPositive();
    }
}
