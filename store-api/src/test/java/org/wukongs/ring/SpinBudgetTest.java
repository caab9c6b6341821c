package org.wukongs.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** How often a side looks before it sleeps, by what came of it before. */
class SpinBudgetTest {

    private static final int WAITS = 10_000;

    private final SpinBudget budget = new SpinBudget();
    private int looks; // of the present wait

    /** Waits once for what is there at some look; returns how often it has looked. */
    private int waitFor(int look) throws IOException {
        looks = 0;
        assertThat(budget.spinUntil(() -> looks++ == look)).isEqualTo(looks > look);
        return looks;
    }

    private int waitInVain() throws IOException {
        return waitFor(Integer.MAX_VALUE);
    }

    /** A side whose messages come seldom hardly looks. */
    @Test
    void longLooksInVainGetRare() throws IOException {
        int longLooks = 0;
        long all = 0;
        for (int i = 0; i < WAITS; i++) {
            int now = waitInVain();
            longLooks += now == SpinBudget.LOOKS_MAX ? 1 : 0;
            all += now;
        }
        assertThat(longLooks).isBetween(WAITS / SpinBudget.LONG_AFTER_MAX, 30);
        assertThat(all / WAITS).isLessThan(10);
    }

    /** It notices that they come quickly again, and that they do not any longer. */
    @Test
    void quickAnswersAreNoticed() throws IOException {
        for (int i = 0; i < WAITS; i++) {
            waitInVain();
        }
        int waits = 0;
        while (waitFor(40) <= 40) {
            waits++;
        }
        assertThat(waits).isLessThan(2 * SpinBudget.LONG_AFTER_MAX);
        assertThat(waitFor(80)).as("a little later").isEqualTo(81);
        waitInVain();
        assertThat(waitInVain()).isLessThan(SpinBudget.LOOKS_MAX);
        int longAfter = 0;
        while (waitInVain() < SpinBudget.LOOKS_MAX) {
            longAfter++;
        }
        assertThat(longAfter).isLessThanOrEqualTo(SpinBudget.LONG_AFTER_MIN);
    }
}
