package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link IdComparison} of all pairs of three ids, one of them unbound. */
class IdComparisonTest {

    private static final int IDS = 3;

    @Test
    void unboundIsAnError() {
        long[] first = new long[IDS * IDS];
        long[] second = new long[IDS * IDS];
        for (int row = 0; row < first.length; row++) {
            first[row] = row / IDS;
            second[row] = row % IDS;
        }
        for (boolean equal : new boolean[] {false, true}) {
            List<Integer> expected = new ArrayList<>();
            for (int row = 0; row < first.length; row++) {
                boolean bound = first[row] != 0 && second[row] != 0;
                if (bound && (first[row] == second[row]) == equal) {
                    expected.add(row);
                }
            }
            int[] kept = new int[first.length];
            long[][] columns = {first, second};
            int count = new IdComparison(equal).filter(columns, first.length, kept);
            assertThat(Arrays.stream(kept, 0, count).boxed().toList()).isEqualTo(expected);
        }
    }
}
