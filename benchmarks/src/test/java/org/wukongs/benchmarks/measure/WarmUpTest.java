package org.wukongs.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WarmUpTest {

    @Test
    void threeBlocksThatAgreeAreWarm() {
        assertThat(WarmUp.isWarm(List.of())).isFalse();
        assertThat(WarmUp.isWarm(List.of(100.0))).isFalse();
        assertThat(WarmUp.isWarm(List.of(100.0, 102.0))).isFalse();
        assertThat(WarmUp.isWarm(List.of(100.0, 102.0, 104.0))).isTrue();
    }

    @Test
    void gettingFasterIsNotWarmUntilItEnds() {
        List<Double> medians = new ArrayList<>();
        for (double median = 1000; median > 100; median *= 0.9) {
            medians.add(median);
            assertThat(WarmUp.isWarm(medians)).as("median %s", median).isFalse();
        }
        medians.addAll(List.of(100.0, 100.0));
        assertThat(WarmUp.isWarm(medians)).isFalse();
        medians.add(100.0);
        assertThat(WarmUp.isWarm(medians)).isTrue();
    }

    @Test
    void oneSlowBlockStartsAgain() {
        List<Double> medians = new ArrayList<>(List.of(100.0, 100.0, 120.0));
        for (int quick = 0; quick < 2; quick++) {
            assertThat(WarmUp.isWarm(medians)).isFalse();
            medians.add(100.0);
        }
        assertThat(WarmUp.isWarm(medians)).isFalse();
        medians.add(100.0);
        assertThat(WarmUp.isWarm(medians)).isTrue();
    }
}
