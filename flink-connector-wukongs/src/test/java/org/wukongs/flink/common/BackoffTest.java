package org.wukongs.flink.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** With a clock that only pauses and tries move. */
class BackoffTest {

    private long nowMs = 7_000;
    private final List<Long> pauses = new ArrayList<>();

    private Backoff backoff(Duration within) {
        return new Backoff(
                within,
                () -> TimeUnit.MILLISECONDS.toNanos(nowMs),
                ms -> {
                    nowMs += ms;
                    pauses.add(ms);
                });
    }

    @Test
    void triesAtOnceThenAfterPausesThatDouble() {
        Backoff backoff = backoff(Duration.ofSeconds(10));
        int number = 1;
        while (backoff.awaitTry(number)) {
            number++;
        }
        assertThat(pauses).containsExactly(100L, 200L, 400L, 800L, 1600L, 2000L, 2000L, 2000L);
        assertThat(backoff.awaitTry(number + 1)).isFalse();
    }

    @Test
    void theTimeOfTriesCounts() {
        Backoff backoff = backoff(Duration.ofSeconds(1));
        assertThat(backoff.awaitTry(1)).isTrue();
        nowMs += 850;
        assertThat(backoff.awaitTry(2)).isTrue();
        nowMs += 20;
        assertThat(backoff.awaitTry(3)).isFalse();
    }

    @Test
    void theNextLossHasTheWholeTimeAgain() {
        Backoff backoff = backoff(Duration.ofMillis(150));
        assertThat(backoff.awaitTry(1)).isTrue();
        assertThat(backoff.awaitTry(2)).isTrue();
        assertThat(backoff.awaitTry(3)).isFalse();
        nowMs += 5_000;
        assertThat(backoff.awaitTry(1)).isTrue();
        assertThat(backoff.awaitTry(2)).isTrue();
    }

    @Test
    void zeroIsNever() {
        assertThat(backoff(Duration.ZERO).awaitTry(1)).isFalse();
    }

    @Test
    void anInterruptedThreadGivesUp() {
        Backoff backoff =
                new Backoff(
                        Duration.ofSeconds(10),
                        () -> 0,
                        ms -> {
                            throw new InterruptedException();
                        });
        assertThat(backoff.awaitTry(1)).isTrue();
        assertThat(backoff.awaitTry(2)).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }
}
