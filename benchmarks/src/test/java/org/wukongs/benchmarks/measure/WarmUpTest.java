package org.wukongs.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WarmUpTest {

    @Test
    void threeBlocksThatAgreeAreWarm() {
        WarmUp warmUp = new WarmUp();
        assertThat(warmUp.block(100)).isFalse();
        assertThat(warmUp.block(102)).isFalse();
        assertThat(warmUp.block(104)).isTrue();
    }

    @Test
    void gettingFasterIsNotWarmUntilItEnds() {
        WarmUp warmUp = new WarmUp();
        for (double median = 1000; median > 100; median *= 0.9) {
            assertThat(warmUp.block(median)).as("median %s", median).isFalse();
        }
        assertThat(warmUp.block(100)).isFalse();
        assertThat(warmUp.block(100)).isFalse();
        assertThat(warmUp.block(100)).isTrue();
    }

    @Test
    void oneSlowBlockStartsAgain() {
        WarmUp warmUp = new WarmUp();
        warmUp.block(100);
        warmUp.block(100);
        assertThat(warmUp.block(120)).isFalse();
        assertThat(warmUp.block(100)).isFalse();
        assertThat(warmUp.block(100)).isFalse();
        assertThat(warmUp.block(100)).isTrue();
    }
}
