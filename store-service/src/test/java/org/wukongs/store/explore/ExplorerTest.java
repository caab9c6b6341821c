package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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

    /** The planner's order, and any other: one pattern after the other over the table so far. */
    @Test
    void anyOrderOfThePatternsIsRight() {
        Random random = Seeds.random(getClass());
        for (int i = 0; i < CASES; i++) {
            RandomExploration one = new RandomExploration(random);
            List<TriplePattern> patterns = new ArrayList<>(one.pattern.patterns());
            Collections.shuffle(patterns, random);
            Explorer explorer = one.explorer();
            BindingTable table = one.input;
            for (TriplePattern pattern : patterns) {
                table = explorer.extend(table, BasicGraphPattern.of(pattern));
            }
            BasicGraphPattern filters = new BasicGraphPattern(List.of(), one.pattern.filters());
            table = explorer.extend(table, filters);
            assertThat(RandomExploration.sorted(RandomExploration.rows(table)))
                    .as("case %d: %s", i, one)
                    .isEqualTo(one.expected());
        }
    }
}
