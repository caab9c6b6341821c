package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StartProgressTest {

    private final List<String> lines = new ArrayList<>();
    private long nowNs = TimeUnit.DAYS.toNanos(3);
    private final StartProgress progress = new StartProgress(() -> nowNs, lines::add);

    private void read(long afterMs, long bytes) {
        nowNs += TimeUnit.MILLISECONDS.toNanos(afterMs);
        progress.read(bytes);
    }

    @Test
    void whatIsQuickSaysNothing() {
        progress.begin("the log", 1_000_000_000);
        read(500, 500_000_000);
        read(499, 999_999_999);
        progress.begin("the log again", 1_000_000_000);
        read(999, 600_000_000);
        read(1, 1_000_000_000);
        assertThat(lines).isEmpty();
    }

    @Test
    void whatTakesLongSaysSoNowAndThen() {
        progress.begin("the log", 1_000_000_000);
        for (int i = 1; i <= 100; i++) {
            read(100, i * 10_000_000L);
        }
        assertThat(lines)
                .containsExactly(
                        "reading the log: 10 % of 1000 MB, about 9 s left",
                        "reading the log: 60 % of 1000 MB, about 4 s left");
    }
}
