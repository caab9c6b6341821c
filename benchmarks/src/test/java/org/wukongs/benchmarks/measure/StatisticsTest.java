package org.wukongs.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class StatisticsTest {

    @Test
    void medianOfOddAndEvenCounts() {
        assertThat(Statistics.median(new long[] {9})).isEqualTo(9);
        assertThat(Statistics.median(new long[] {9, 1, 5})).isEqualTo(5);
        assertThat(Statistics.median(new long[] {9, 1, 5, 6})).isEqualTo(5.5);
        assertThat(Statistics.median(new double[] {0.9, -1, 0.5, 0.25})).isEqualTo(0.375);
    }

    @Test
    void percentileByNearestRank() {
        long[] hundred = LongStream.rangeClosed(1, 100).map(i -> 101 - i).toArray();
        assertThat(Statistics.percentile(hundred, 99)).isEqualTo(99);
        assertThat(Statistics.percentile(hundred, 100)).isEqualTo(100);
        assertThat(Statistics.percentile(hundred, 1)).isEqualTo(1);
        assertThat(Statistics.percentile(new long[] {3, 1, 2}, 99)).isEqualTo(3);
        assertThat(Statistics.percentile(new long[] {3, 1, 2}, 50)).isEqualTo(2);
    }

    @Test
    void argumentsStayAsTheyWere() {
        long[] samples = {3, 1, 2};
        Statistics.median(samples);
        Statistics.percentile(samples, 50);
        assertThat(samples).containsExactly(3, 1, 2);
    }

    @Test
    void nothingIsNoSample() {
        assertThatThrownBy(() -> Statistics.median(new long[0]))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Statistics.percentile(new long[] {1}, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
