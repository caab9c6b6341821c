package org.wukongs.flink.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.client.ReaderStart;

final class ReadOptionsTest {

    private static final long NONE = ReadOptions.NO_END;

    @ParameterizedTest
    @CsvSource({
        "1000, 1100",
        "1001, 1100",
        "1099, 1100",
        "1100, 1200",
        "0, 100",
        "-1, 0",
        "-100, 0",
        "-101, -100"
    })
    void endedStreamsEndAtTheFirstStepAfterTheLastTuple(long lastTupleMs, long untilMs) {
        assertThat(options(NONE, true).untilMs(ended(lastTupleMs), 100)).isEqualTo(untilMs);
        assertThat(options(NONE, false).untilMs(ended(lastTupleMs), 100)).isEqualTo(untilMs);
        assertThat(Math.floorDiv(lastTupleMs + 100, 100) * 100).isEqualTo(untilMs);
    }

    @Test
    void withoutTuplesThereIsNoWindow() {
        assertThat(options(NONE, true).untilMs(ended(Long.MIN_VALUE), 100))
                .isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void openStreamsHaveNoEndButTheGivenOne() {
        ReadyWindows open = new ReadyWindows(List.of(), 0, 5_000, 4_999);
        assertThat(options(NONE, true).untilMs(open, 100)).isEqualTo(NONE);
        assertThat(options(7_000, true).untilMs(open, 100)).isEqualTo(7_000);
    }

    @Test
    void anExplicitEndGoesPastEndedStreamsUnlessBoundedByThem() {
        assertThat(options(7_000, false).untilMs(ended(1_000), 100)).isEqualTo(7_000);
        assertThat(options(7_000, true).untilMs(ended(1_000), 100)).isEqualTo(1_100);
        assertThat(options(500, true).untilMs(ended(1_000), 100)).isEqualTo(500);
    }

    private static ReadyWindows ended(long lastTupleMs) {
        return new ReadyWindows(List.of(), 0, Long.MAX_VALUE, lastTupleMs);
    }

    private static ReadOptions options(long endWindowEndMs, boolean boundedByStreams) {
        return new ReadOptions(
                ReaderStart.earliest(),
                endWindowEndMs,
                boundedByStreams,
                8,
                Duration.ofMillis(1),
                true);
    }
}
