package org.wukongs.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.Seeds;
import org.wukongs.error.WukongsException;

class RetentionTest {

    private static final long MINUTE_MS = 60_000;

    @Test
    void oneTimeForAllOrSomeThatDiffer() {
        assertThat(Retention.parse("60s")).isEqualTo(Retention.ofMs(MINUTE_MS));
        assertThat(Retention.parse("forever")).isEqualTo(Retention.FOREVER);
        Retention some =
                new Retention(
                        MINUTE_MS, Map.of("http://x/a,b=c", 1L, "urn:d", Retention.FOREVER_MS));
        assertThat(Retention.parse("60s,<http://x/a,b=c>=1ms,<urn:d>=forever")).isEqualTo(some);
        assertThat(Retention.parse(" 60s , <urn:d> = forever, <http://x/a,b=c> = 1ms "))
                .isEqualTo(some);
        assertThat(Retention.parse("<urn:a>=1h"))
                .isEqualTo(new Retention(Retention.FOREVER_MS, Map.of("urn:a", 60 * MINUTE_MS)));
        assertThat(some).hasToString("1m,<http://x/a,b=c>=1ms,<urn:d>=forever");
    }

    @Test
    void onlyTheOneThatKeepsAllIsForever() {
        assertThat(Retention.FOREVER.isForever()).isTrue();
        assertThat(Retention.parse("forever,<urn:a>=forever").isForever()).isTrue();
        assertThat(Retention.parse("forever,<urn:a>=1d").isForever()).isFalse();
        assertThat(Retention.parse("1d,<urn:a>=forever").isForever()).isFalse();
    }

    @Test
    void anotherTextIsRefused() {
        for (String text :
                new String[] {
                    "",
                    " ",
                    "60",
                    "s",
                    "-1s",
                    "0s",
                    "1.5s",
                    "Forever",
                    "60s,",
                    ",60s",
                    "60s,,<urn:a>=1s",
                    "60s,30s",
                    "60s,urn:a=1s",
                    "60s,<urn:a>",
                    "60s,<urn:a>=",
                    "60s,<urn:a=1s",
                    "60s <urn:a>=1s",
                    "60s,<urn:a>=1s=2s",
                    "9999999999999999ms",
                    "999999999999999d"
                }) {
            assertUserError(text, "a retention is forever or a duration");
        }
        assertUserError("60s,<urn:a>=1s,<urn:a>=2s", "a predicate has two retentions");
        assertUserError("60s,<a>=1s", "not an absolute IRI: predicate=a");
        assertUserError("60s,<>=1s", "predicate");
    }

    @Test
    void timesAndPredicatesHaveBounds() {
        assertThat(Retention.parse("3652500d").keptMs()).isEqualTo(Retention.KEPT_MS_MAX);
        assertUserError("3652501d", "retention in ms");
        assertUserError("1s,<urn:a>=3652501d", "retention in ms");
        Map<String, Long> many = new HashMap<>();
        for (int i = 0; i < InputLimits.TIMING_PREDICATE_COUNT_MAX; i++) {
            many.put("urn:" + i, 1L);
        }
        Retention most = new Retention(1, many);
        assertThat(Retention.parse(most.toString())).isEqualTo(most);
        assertUserError(most + ",<urn:more>=1s", "number of predicates with a retention");
        String longIri = "urn:" + "a".repeat(InputLimits.NAME_CHARS_MAX);
        assertUserError("1s,<" + longIri + ">=1s", "predicate with a retention");
    }

    private static void assertUserError(String text, String part) {
        assertThatThrownBy(() -> Retention.parse(text))
                .as(text)
                .isInstanceOfSatisfying(
                        WukongsException.class,
                        e -> assertThat(e.category()).isEqualTo(WukongsException.Category.USER))
                .hasMessageContaining(part);
    }

    @Test
    void randomRetentionsAsTextAndBack() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 1_000; round++) {
            Map<String, Long> byPredicate = new HashMap<>();
            for (int i = random.nextInt(4); i > 0; i--) {
                byPredicate.put("http://x/" + random.nextInt(3) + ",=" + i, keptMs(random));
            }
            Retention retention = new Retention(keptMs(random), byPredicate);
            assertThat(Retention.parse(retention.toString())).isEqualTo(retention);
        }
    }

    private static long keptMs(Random random) {
        long[] unitsMs = {1, 1_000, MINUTE_MS, 60 * MINUTE_MS, 24 * 60 * MINUTE_MS};
        long unitMs = unitsMs[random.nextInt(unitsMs.length)];
        return random.nextInt(4) == 0
                ? Retention.FOREVER_MS
                : (1 + random.nextLong(Retention.KEPT_MS_MAX / unitMs)) * unitMs;
    }
}
