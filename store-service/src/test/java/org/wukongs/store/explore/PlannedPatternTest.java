package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;

/** Plans are kept in caches for long; what their executions read and made is not. */
class PlannedPatternTest {

    private static final int CASES = 500;
    private static final ExecutionLimits NO_ROWS =
            new ExecutionLimits(0, 10_000, 1 << 30, 0, 1 << 30);

    private final List<PlannedPattern> plans = new ArrayList<>();
    private final List<WeakReference<Object>> ofExecutions = new ArrayList<>();

    @Test
    @Timeout(60)
    void keepsNothingOfExecutions() {
        Random random = Seeds.random(getClass());
        for (int i = 0; i < CASES; i++) {
            execute(new RandomExploration(random));
        }
        assertThat(plans).hasSize(CASES);
        Waits.await(
                () -> {
                    System.gc();
                    return ofExecutions.stream().allMatch(one -> one.refersTo(null));
                });
        assertThat(plans).hasSize(CASES);
    }

    private void execute(RandomExploration one) {
        PlannedPattern planned = new PlannedPattern(one.pattern);
        plans.add(planned);
        BindingTable found = one.explorer().extend(one.input, planned);
        for (int i = 0; i < found.columnCount(); i++) {
            note(found.column(i));
        }
        note(one.graphs()[0]);
        if (found.size() > 0) {
            Explorer failing = one.explorer(NO_ROWS);
            assertThatThrownBy(() -> failing.extend(one.input, planned))
                    .isInstanceOf(WukongsException.class);
        }
    }

    private void note(Object object) {
        ofExecutions.add(new WeakReference<>(object));
    }
}
