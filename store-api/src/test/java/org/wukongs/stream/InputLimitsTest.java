package org.wukongs.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

class InputLimitsTest {

    private static void assertUser(String message, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining(message)
                .satisfies(
                        e ->
                                assertThat(((WukongsException) e).category())
                                        .isEqualTo(Category.USER));
    }

    private static StreamDefinition stream(long batchIntervalMs) {
        return new StreamDefinition("s", batchIntervalMs, StreamDefinition.STORED, Set.of());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s",
                "http://deri.org/poststream",
                "urn:x",
                "post-stream_1.a",
                "caf\u00e9",
                "\ud83d\ude00",
                "_:f0xb",
                "a%20b"
            })
    void names(String name) {
        assertThat(StreamDefinition.of(name).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a b", " a", "\u0000", "a\nb", "<a>", "a\"b", "{a", "a|b", "a^b", "`", "a\\b",
                "\u007f", "\u0085", "a\u00a0", "\u3000", "\u2028", "\ud800", "a\udc00"
            })
    void namesThatNoQueryCouldHave(String name) {
        assertUser("a character that IRIs may not have: index=", () -> StreamDefinition.of(name));
    }

    @Test
    void namesThatAreEmptyOrTooLong() {
        assertUser("name of a stream is empty", () -> StreamDefinition.of(""));
        String longest = "n".repeat(InputLimits.NAME_CHARS_MAX);
        assertThat(StreamDefinition.of(longest).name()).isEqualTo(longest);
        assertUser("chars=1025 charsMax=1024", () -> StreamDefinition.of(longest + "n"));
    }

    /** Any batch interval: neither the last batch's end nor any before it overflows. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 99, 100, 86_400_000, InputLimits.BATCH_INTERVAL_MS_MAX})
    void batchesOfAllTimes(long batchIntervalMs) {
        StreamDefinition stream = stream(batchIntervalMs);
        long last = stream.lastBatch();
        assertThat(stream.batchOf(InputLimits.EVENT_TIME_MS_MAX)).isEqualTo(last);
        assertThat(stream.batchEndMs(last)).isGreaterThan(InputLimits.EVENT_TIME_MS_MAX);
        stream.checkBatch(0);
        stream.checkBatch(last);
        assertUser("batch is out of bounds", () -> stream.checkBatch(last + 1));
        assertUser("batch is out of bounds", () -> stream.checkBatch(-1));
        assertThat(stream.closedBy(last)).isEqualTo(last);
        assertThat(stream.closedBy(Long.MIN_VALUE)).isEqualTo(-1);
        assertThat(stream.closedBy(StreamAdaptor.END_OF_STREAM))
                .isEqualTo(StreamAdaptor.END_OF_STREAM);
        assertUser("batch is out of bounds", () -> stream.closedBy(last + 1));
        assertUser("batch is out of bounds", () -> stream.closedBy(Long.MAX_VALUE - 1));
        assertThatThrownBy(() -> stream.batchEndMs(Long.MAX_VALUE))
                .isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, InputLimits.EVENT_TIME_MS_MAX + 1, Long.MAX_VALUE})
    void eventTimes(long timeMs) {
        assertUser("event time", () -> InputLimits.checkEventTimes(new long[] {0, timeMs, 1}));
        InputLimits.checkEventTimes(new long[] {0, InputLimits.EVENT_TIME_MS_MAX});
        InputLimits.checkEventTimes(new long[0]);
    }

    @Test
    void writersAndTimingPredicates() {
        assertUser("number of writers", () -> new WriterId("s", 0, 1 << 30, "job", 0));
        assertUser(
                "not an absolute IRI",
                () -> new StreamDefinition("s", 1, "STORED", Set.of("p> <q")));
        assertUser(
                "not an absolute IRI", () -> new StreamDefinition("s", 1, "STORED", Set.of("p")));
    }

    @Test
    void windowEnds() {
        assertThat(InputLimits.checkWindowEnd(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
        assertUser("window end", () -> InputLimits.checkWindowEnd(Long.MAX_VALUE));
        assertUser("window end", () -> InputLimits.checkWindowEnd(Long.MIN_VALUE + 1));
    }
}
