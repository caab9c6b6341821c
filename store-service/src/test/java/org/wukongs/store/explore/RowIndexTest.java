package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;

/** {@link RowIndex} against a map from keys to lists of rows. */
class RowIndexTest {

    private static final int TABLES = 400;
    private static final int COLUMNS = 4;
    private static final int SLOTS_MIN_BYTES = 256;

    private final Random random = Seeds.random(getClass());
    private final ExecutionBudget budget = budget(Long.MAX_VALUE);

    @Test
    void numbersKeysInTheOrderOfTheirFirstRows() {
        for (int i = 0; i < TABLES; i++) {
            BindingTable table = randomTable(0);
            int[] key = randomKey();
            List<List<Integer>> model = new ArrayList<>(rowsByKey(table, key).values());
            RowIndex.Keys keys = RowIndex.number(table, budget, new WorkMeter(budget), key);
            assertThat(keys.size()).isEqualTo(model.size());
            int[][] rows = keys.rows();
            for (int number = 0; number < keys.size(); number++) {
                assertThat(keys.firstRows()[number]).isEqualTo(model.get(number).get(0));
                assertThat(rows[number]).containsExactly(toArray(model.get(number)));
                for (int row : rows[number]) {
                    assertThat(keys.ofRow()[row]).isEqualTo(number);
                }
            }
        }
    }

    @Test
    void addsRowsAndFindsThemFromOtherColumns() {
        for (int i = 0; i < TABLES; i++) {
            BindingTable table = randomTable(0);
            BindingTable others = randomTable(0);
            int[] key = randomKey();
            int added = random.nextInt(table.size() + 1);
            Map<List<Long>, List<Integer>> model = new LinkedHashMap<>();
            RowIndex index = RowIndex.of(table, budget, key);
            for (int row = 0; row < added; row++) {
                List<Integer> rows =
                        model.computeIfAbsent(key(table, row, key), k -> new ArrayList<>());
                rows.add(row);
                if (random.nextBoolean()) {
                    assertThat(index.add(row)).isEqualTo(rows.size() == 1);
                } else {
                    assertThat(index.first(row)).isEqualTo(rows.get(0));
                }
            }
            assertThat(index.size()).isEqualTo(model.size());
            long[][] columns = RowIndex.columns(others, key);
            for (int row = 0; row < others.size(); row++) {
                List<Integer> rows = model.get(key(others, row, key));
                int expected = rows == null ? RowIndex.NONE : rows.get(0);
                assertThat(index.find(columns, row)).isEqualTo(expected);
            }
        }
    }

    @Test
    void putsRowsFirst() {
        for (int i = 0; i < TABLES; i++) {
            BindingTable table = randomTable(0);
            int[] key = randomKey();
            Map<List<Long>, Integer> model = new LinkedHashMap<>();
            RowIndex index = RowIndex.of(table, budget, key);
            for (int row = 0; row < table.size(); row++) {
                Integer before = model.put(key(table, row, key), row);
                assertThat(index.putFirst(row)).isEqualTo(before == null ? RowIndex.NONE : before);
            }
            assertThat(index.size()).isEqualTo(model.size());
            for (int row = 0; row < table.size(); row++) {
                assertThat(index.find(RowIndex.columns(table, key), row))
                        .isEqualTo(model.get(key(table, row, key)));
            }
        }
    }

    /** As DISTINCT does: the columns are replaced by longer copies, a row seen before is reused. */
    @Test
    void readsTheColumnsThatAreThere() {
        long[][] columns = {new long[1], new long[1]};
        RowIndex index = new RowIndex(columns, budget);
        Map<List<Long>, Integer> model = new LinkedHashMap<>();
        int size = 0;
        for (int i = 0; i < 20_000; i++) {
            if (size == columns[0].length) {
                Arrays.setAll(columns, c -> Arrays.copyOf(columns[c], 2 * columns[c].length));
            }
            columns[0][size] = random.nextInt(100);
            columns[1][size] = random.nextInt(100);
            List<Long> key = List.of(columns[0][size], columns[1][size]);
            boolean isNew = model.putIfAbsent(key, size) == null;
            assertThat(index.add(size)).isEqualTo(isNew);
            size += isNew ? 1 : 0;
        }
        assertThat(index.size()).isEqualTo(size);
    }

    @Test
    void takesAwayARowForEachEqualRow() {
        for (int i = 0; i < TABLES; i++) {
            BindingTable table = randomTable(random.nextInt(COLUMNS));
            BindingTable without = randomTable(random.nextInt(COLUMNS));
            int from = random.nextInt(table.size() + 1);
            int to = from + random.nextInt(table.size() - from + 1);
            int withoutFrom = random.nextInt(without.size() + 1);
            int withoutTo = withoutFrom + random.nextInt(without.size() - withoutFrom + 1);
            int[] all = {0, 1, 2, 3};
            List<List<Long>> bag = new ArrayList<>();
            for (int row = withoutFrom; row < withoutTo; row++) {
                bag.add(key(without, row, all));
            }
            List<Integer> expected = new ArrayList<>();
            for (int row = from; row < to; row++) {
                if (!bag.remove(key(table, row, all))) {
                    expected.add(row);
                }
            }
            assertThat(RowIndex.minus(table, from, to, without, withoutFrom, withoutTo))
                    .containsExactly(toArray(expected));
        }
    }

    @Test
    void countsItsBytesUntilItIsReleased() {
        long before = budget.bytes();
        long[] ids = new long[100_000];
        Arrays.setAll(ids, row -> row);
        RowIndex index = new RowIndex(new long[][] {ids}, budget);
        assertThat(budget.bytes() - before).isEqualTo(SLOTS_MIN_BYTES);
        for (int row = 0; row < ids.length; row++) {
            index.add(row);
            long perKey = (budget.bytes() - before) / (row + 1);
            assertThat(perKey).isBetween(10L, (long) Math.max(21, SLOTS_MIN_BYTES / (row + 1)));
        }
        index.release();
        assertThat(budget.bytes()).isEqualTo(before);
    }

    @Test
    void growsWithinTheBudgetOnly() {
        long[] ids = new long[1_000];
        Arrays.setAll(ids, row -> row);
        RowIndex index = new RowIndex(new long[][] {ids}, budget(1_000));
        assertThatThrownBy(
                        () -> {
                            for (int row = 0; row < ids.length; row++) {
                                index.add(row);
                            }
                        })
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("memoryMaxBytes=1000");
        assertThat(index.size()).isEqualTo(48);
    }

    private static ExecutionBudget budget(long bytes) {
        ExecutionLimits limits = new ExecutionLimits(10_000_000, 3_600_000, bytes, 1);
        SystemNanoClock clock = new SystemNanoClock();
        return new ExecutionBudget(limits, clock, clock.nanoTime());
    }

    /** Few or many different keys; some columns are bound in no row. */
    private BindingTable randomTable(int unboundColumns) {
        int size = random.nextInt(random.nextInt(10) == 0 ? 3_000 : 60);
        int valueCount = 1 + random.nextInt(random.nextInt(10) == 0 ? 1_000 : 4);
        BindingTable table = new BindingTable(new long[COLUMNS][], size);
        for (int column = unboundColumns; column < COLUMNS; column++) {
            int shift = random.nextInt(3) * Vids.PARTITION_BITS;
            long[] ids = new long[size];
            Arrays.setAll(ids, row -> (long) random.nextInt(valueCount) << shift);
            if (random.nextInt(8) > 0) {
                table.setColumn(column, ids);
            }
        }
        return table;
    }

    private int[] randomKey() {
        return random.ints(0, COLUMNS).distinct().limit(random.nextInt(COLUMNS + 1)).toArray();
    }

    private static Map<List<Long>, List<Integer>> rowsByKey(BindingTable table, int[] columns) {
        Map<List<Long>, List<Integer>> rows = new LinkedHashMap<>();
        for (int row = 0; row < table.size(); row++) {
            rows.computeIfAbsent(key(table, row, columns), key -> new ArrayList<>()).add(row);
        }
        return rows;
    }

    private static List<Long> key(BindingTable table, int row, int[] columns) {
        return Arrays.stream(columns).mapToObj(column -> table.get(column, row)).toList();
    }

    private static int[] toArray(List<Integer> rows) {
        return rows.stream().mapToInt(row -> row).toArray();
    }
}
