package org.wukongs.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WaitTimeTest {

    private long nowMs = 1_000;

    @Test
    void aWaitThatIsUnderWayCounts() {
        WaitTime waited = new WaitTime(() -> nowMs);
        assertThat(waited.getCount()).isZero();
        waited.begin();
        nowMs += 5;
        assertThat(waited.getCount()).isEqualTo(5);
        nowMs += 2;
        assertThat(waited.end()).isEqualTo(7);
        nowMs += 100;
        assertThat(waited.getCount()).isEqualTo(7);
        waited.begin();
        nowMs++;
        assertThat(waited.getCount()).isEqualTo(8);
        assertThat(waited.end()).isEqualTo(1);
        assertThat(waited.getCount()).isEqualTo(8);
    }
}
