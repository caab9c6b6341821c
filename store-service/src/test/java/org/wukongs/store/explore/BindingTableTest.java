package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;

/** {@link BindingTable} against lists of lists. */
class BindingTableTest {

    private static final int COLUMNS = 3;
    private static final int ROUNDS = 500;

    private final Random random = Seeds.random(getClass());

    @Test
    void randomOperations() {
        for (int round = 0; round < ROUNDS; round++) {
            BindingTable table = new BindingTable(COLUMNS);
            List<List<Long>> model = new ArrayList<>();
            for (int i = random.nextInt(12); i > 0; i--) {
                change(table, model);
                assertThat(RandomExploration.rows(table)).isEqualTo(model);
            }
            assertDerived(table, model);
        }
    }

    private void change(BindingTable table, List<List<Long>> model) {
        BindingTable other = randomTable();
        List<List<Long>> rows = RandomExploration.rows(other);
        switch (random.nextInt(4)) {
            case 0 -> {
                table.appendAll(other);
                model.addAll(rows);
            }
            case 1 -> {
                int row = random.nextInt(other.size());
                assertThat(table.append(other, row)).isEqualTo(model.size());
                model.add(rows.get(row));
            }
            case 2 -> {
                int[] chosen = randomRows(other.size());
                table.appendGathered(other, chosen, chosen.length);
                Arrays.stream(chosen).forEach(row -> model.add(rows.get(row)));
            }
            default -> {
                int row = table.appendUnbound();
                model.add(new ArrayList<>(List.of(0L, 0L, 0L)));
                int column = random.nextInt(COLUMNS);
                table.set(column, row, 7);
                model.get(row).set(column, 7L);
            }
        }
    }

    private void assertDerived(BindingTable table, List<List<Long>> model) {
        int from = random.nextInt(model.size() + 1);
        int to = from + random.nextInt(model.size() - from + 1);
        assertThat(RandomExploration.rows(table.slice(from, to)))
                .isEqualTo(model.subList(from, to));
        BindingTable numbered = table.withRowNumbers(1).select(1, -1);
        for (int row = 0; row < model.size(); row++) {
            assertThat(numbered.get(0, row)).isEqualTo(row);
            assertThat(numbered.get(1, row)).isEqualTo(BindingTable.UNBOUND);
        }
        if (!model.isEmpty()) {
            int[] chosen = randomRows(model.size());
            assertThat(RandomExploration.rows(table.gather(chosen, chosen.length)))
                    .isEqualTo(Arrays.stream(chosen).mapToObj(model::get).toList());
        }
    }

    private int[] randomRows(int size) {
        return random.ints(random.nextInt(30), 0, size).toArray();
    }

    /** One row at least; columns that are never bound have no array. */
    private BindingTable randomTable() {
        BindingTable table = new BindingTable(COLUMNS);
        int bound = random.nextInt(1 << COLUMNS);
        for (int i = 1 + random.nextInt(20); i > 0; i--) {
            int row = table.appendUnbound();
            for (int column = 0; column < COLUMNS; column++) {
                if ((bound >>> column & 1) == 1 && random.nextInt(3) > 0) {
                    table.set(column, row, 1 + random.nextInt(9));
                }
            }
        }
        return table;
    }
}
