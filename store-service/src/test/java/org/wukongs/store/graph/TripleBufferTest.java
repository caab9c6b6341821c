package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;

class TripleBufferTest {

    @Test
    void givesBackWhatWasAppended() {
        Random random = Seeds.random(getClass());
        TripleModel model = new TripleModel(1_000, 50);
        TripleBuffer buffer = new TripleBuffer();
        for (int size : new int[] {0, 1, 1_024, 1_025, 300_000}) {
            buffer.clear();
            List<TripleModel.Ids> appended = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                TripleModel.Ids triple = model.randomTriple(random);
                appended.add(triple);
                buffer.append(triple.s(), triple.p(), triple.o());
            }
            assertThat(buffer.size()).isEqualTo(size);
            for (int row = 0; row < size; row++) {
                TripleModel.Ids triple = appended.get(row);
                assertThat(buffer.subject(row)).isEqualTo(triple.s());
                assertThat(buffer.pid(row)).isEqualTo((int) triple.p());
                assertThat(buffer.object(row)).isEqualTo(triple.o());
            }
        }
        assertThat(buffer.memoryBytes()).isBetween(300_000L * 20, 400_000L * 20);
    }
}
