package org.wukongs.benchmarks.lsbench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TimeScaleTest {

    private static final long END_MS = 3000;

    /** The file's bound of a time cuts where the scaled times do, for every time there is. */
    @ParameterizedTest
    @ValueSource(doubles = {0.3, 0.5, 1, 1.5, 2, 3, 7, 10})
    void boundsAndTimesAgree(double factor) {
        TimeScale scale = new TimeScale(factor);
        for (long fileMs = 0; fileMs < END_MS; fileMs++) {
            long timeMs = scale.timeMs(fileMs);
            assertThat(timeMs).isLessThanOrEqualTo(scale.timeMs(fileMs + 1));
            assertThat(fileMs).isLessThan(scale.fileTimeMs(timeMs + 1));
            assertThat(fileMs).isGreaterThanOrEqualTo(scale.fileTimeMs(timeMs));
        }
    }

    @Test
    void aTenfoldRateBringsTenSecondsInOne() {
        TimeScale scale = new TimeScale(10);
        assertThat(scale.timeMs(0)).isZero();
        assertThat(scale.timeMs(9_999)).isEqualTo(999);
        assertThat(scale.timeMs(10_000)).isEqualTo(1_000);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void noSuchSpeed(double factor) {
        assertThatThrownBy(() -> new TimeScale(factor))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
