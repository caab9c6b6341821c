package org.wukongs.store.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.value.RowTerms;

/** {@link TemplateRows} against lists of rows by member. */
class TemplateRowsTest {

    private static final int CASES = 2_000;
    private static final int WIDTH = 2;

    /** Rows with the member in the last column. */
    private static final TermDictionary DICTIONARY = new TermDictionary(1);

    private record Rows(List<List<Long>> rows, int memberCount) {

        static Rows random(Random random) {
            int memberCount = 1 + random.nextInt(random.nextBoolean() ? 5 : 2000);
            List<List<Long>> rows = new ArrayList<>();
            for (int i = random.nextInt(60); i > 0; i--) {
                long member = 1L + random.nextInt(memberCount);
                rows.add(List.of((long) random.nextInt(3), 1L + random.nextInt(3), member));
            }
            if (random.nextInt(3) == 0) {
                rows.sort((a, b) -> Long.compare(a.get(WIDTH), b.get(WIDTH)));
            }
            return new Rows(rows, memberCount);
        }

        TemplateRows group(long skipped, long limit) {
            BindingTable table = new BindingTable(WIDTH + 1);
            for (int column = 0; column <= WIDTH; column++) {
                table.setColumn(column, new long[0]);
            }
            for (List<Long> row : rows) {
                int at = table.appendUnbound();
                for (int column = 0; column <= WIDTH; column++) {
                    table.set(column, at, row.get(column));
                }
            }
            return TemplateRows.group(table, RowTerms.of(DICTIONARY), memberCount, skipped, limit);
        }

        List<List<Long>> of(long member) {
            return rows.stream()
                    .filter(row -> row.get(WIDTH) == member)
                    .map(row -> row.subList(0, WIDTH))
                    .toList();
        }
    }

    @Test
    void groupsAsLists() {
        Random random = Seeds.random(getClass());
        for (int i = 0; i < CASES; i++) {
            Rows rows = Rows.random(random);
            int skipped = random.nextInt(3);
            int limit = random.nextInt(4) - 1;
            TemplateRows grouped = rows.group(skipped, limit);
            int group = 0;
            for (int member = 1; member <= rows.memberCount(); member++) {
                List<List<Long>> all = rows.of(member);
                if (!all.isEmpty()) {
                    assertThat(grouped.member(group++)).isEqualTo(member);
                }
                int from = Math.min(skipped, all.size());
                int to = limit < 0 ? all.size() : Math.min(from + limit, all.size());
                assertThat(list(grouped, member)).isEqualTo(all.subList(from, to));
                assertThat(grouped.rows(member).size()).isEqualTo(to - from);
            }
            assertThat(grouped.groupCount()).isEqualTo(group);
            assertThat(grouped.size(rows.memberCount() + 1)).isZero();
        }
    }

    @Test
    void differencesAsLists() {
        Random random = Seeds.random(getClass());
        for (int i = 0; i < CASES; i++) {
            Rows now = Rows.random(random);
            Rows before = Rows.random(random);
            TemplateRows grouped = now.group(0, -1);
            TemplateRows groupedBefore = before.group(0, -1);
            for (int j = 0; j < 10; j++) {
                int member = 1 + random.nextInt(now.memberCount());
                int numberBefore = 1 + random.nextInt(before.memberCount());
                List<List<Long>> expected = new ArrayList<>(now.of(member));
                before.of(numberBefore).forEach(expected::remove);
                int[] left = grouped.minus(member, groupedBefore, numberBefore);
                assertThat(Arrays.stream(left).mapToObj(row -> row(grouped, row)).toList())
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    private static List<List<Long>> list(TemplateRows rows, int member) {
        List<List<Long>> list = new ArrayList<>();
        for (int row = rows.from(member); row < rows.to(member); row++) {
            list.add(row(rows, row));
        }
        return list;
    }

    private static List<Long> row(TemplateRows rows, int row) {
        List<Long> ids = new ArrayList<>();
        for (int column = 0; column < rows.table().columnCount(); column++) {
            ids.add(rows.table().get(column, row));
        }
        return ids;
    }
}
