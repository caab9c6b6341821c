package org.wukongs.benchmarks.lsbench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.wukongs.benchmarks.lsbench.LsbenchInput.EventSpan;

final class EventSpanTest {

    @Test
    void whatWasAskedForWhereItFits() {
        assertThat(EventSpan.within(5_000, 20_000, 30_000)).isEqualTo(new EventSpan(5_000, 20_000));
        assertThat(EventSpan.within(0, 500, 30_000)).isEqualTo(new EventSpan(1_000, 500));
    }

    /** At ten times the rate, 30 s last for 3. */
    @Test
    void elseAsMuchAsThereIs() {
        assertThat(EventSpan.within(5_000, 20_000, 3_000)).isEqualTo(new EventSpan(1_200, 1_800));
        assertThat(EventSpan.within(5_000, 20_000, 1_550)).isEqualTo(new EventSpan(1_000, 500));
    }

    @Test
    void aWindowAndAStepAtLeast() {
        assertThat(EventSpan.within(5_000, 20_000, 300)).isEqualTo(new EventSpan(1_000, 100));
    }
}
