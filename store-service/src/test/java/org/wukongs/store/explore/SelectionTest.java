package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;

/** Columns, DISTINCT, OFFSET and LIMIT of random explorations, against the whole result. */
class SelectionTest {

    private static final int CASES = 2_000;

    private final Random random = Seeds.random(getClass());

    @Test
    void asCutFromTheWhole() {
        for (int i = 0; i < CASES; i++) {
            RandomExploration one = new RandomExploration(random);
            Selection selection = randomSelection();
            PlannedPattern planned = new PlannedPattern(one.pattern);
            BindingTable found = one.explorer().select(one.input, planned, selection);
            List<List<Long>> rows = RandomExploration.rows(found);
            List<List<Long>> all = projected(one.expected(), selection);
            long wanted = Math.max(0, all.size() - selection.offset());
            if (selection.limit() >= 0) {
                wanted = Math.min(wanted, selection.limit());
            }
            assertThat(rows).as("case %d: %s of %s", i, selection, one).hasSize((int) wanted);
            assertPartOf(rows, all);
        }
    }

    private Selection randomSelection() {
        int[] columns = random.ints(random.nextInt(4), -1, 4).toArray();
        long offset = random.nextInt(3) == 0 ? random.nextInt(4) : 0;
        long limit = random.nextInt(3) == 0 ? random.nextInt(5) : -1;
        return new Selection(columns, random.nextBoolean(), offset, limit);
    }

    private static List<List<Long>> projected(List<List<Long>> rows, Selection selection) {
        List<List<Long>> projected = new ArrayList<>();
        for (List<Long> row : rows) {
            List<Long> ids = new ArrayList<>();
            for (int column : selection.columns()) {
                ids.add(column < 0 ? BindingTable.UNBOUND : row.get(column));
            }
            projected.add(ids);
        }
        return selection.distinct() ? new ArrayList<>(new LinkedHashSet<>(projected)) : projected;
    }

    private static void assertPartOf(List<List<Long>> rows, List<List<Long>> all) {
        List<List<Long>> left = new ArrayList<>(all);
        for (List<Long> row : rows) {
            assertThat(left.remove(row)).isTrue();
        }
    }
}
