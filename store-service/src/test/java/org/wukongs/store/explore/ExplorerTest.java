package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;

/** {@link Explorer} against {@link NaiveExploration}. */
class ExplorerTest {

    private static final int CASES = 5_000;

    @Test
    void asNestedLoops() {
        Random random = Seeds.random(getClass());
        for (int i = 0; i < CASES; i++) {
            RandomExploration one = new RandomExploration(random);
            BindingTable found = one.explorer().extend(one.input, one.pattern);
            assertThat(RandomExploration.sorted(RandomExploration.rows(found)))
                    .as("case %d: %s", i, one)
                    .isEqualTo(one.expected());
        }
    }
}
