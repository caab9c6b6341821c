package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.view.NeighbourList;
import org.wukongs.store.view.Neighbours;

class NeighbourListTest {

    @Test
    void randomAddsAgainstASet() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 200; round++) {
            NeighbourList list = new NeighbourList();
            Set<Long> model = new LinkedHashSet<>();
            int range = 1 + random.nextInt(100);
            for (int i = 0; i < 120; i++) {
                long id = random.nextInt(range);
                if (random.nextInt(4) == 0) {
                    assertThat(list.contains(id)).isEqualTo(model.contains(id));
                } else {
                    assertThat(list.add(id)).isEqualTo(model.add(id));
                }
                assertThat(list.size()).isEqualTo(model.size());
            }
            assertThat(ids(list)).containsExactlyElementsOf(model);
            for (long id = -1; id <= range; id++) {
                assertThat(list.contains(id)).isEqualTo(model.contains(id));
            }
        }
    }

    @Test
    void nothingIsInTheEmptyList() {
        assertThat(NeighbourList.EMPTY.size()).isZero();
        assertThat(NeighbourList.EMPTY.contains(0)).isFalse();
    }

    @Test
    void memoryGrowsWithWhatIsInIt() {
        NeighbourList list = new NeighbourList();
        long before = list.memoryBytes();
        for (long id = 0; id < 1000; id++) {
            list.append(id);
        }
        long lists = list.memoryBytes();
        assertThat(lists - before).isBetween(1000L * Long.BYTES, 4000L * Long.BYTES);
        assertThat(list.contains(7)).isTrue();
        assertThat(list.memoryBytes()).isGreaterThan(lists);
    }

    static Set<Long> ids(Neighbours list) {
        Set<Long> ids = new LinkedHashSet<>();
        for (int i = 0; i < list.size(); i++) {
            assertThat(ids.add(list.get(i))).as("no id twice: %s", list).isTrue();
        }
        return ids;
    }
}
