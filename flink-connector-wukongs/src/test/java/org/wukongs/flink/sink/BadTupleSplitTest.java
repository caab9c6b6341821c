package org.wukongs.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.stream.Tuple;

@SuppressWarnings("try") // Closing a harness may be interrupted.
final class BadTupleSplitTest {

    private static final OutputTag<String> LETTERS = new OutputTag<>("letters", Types.STRING);

    private static Tuple converted(String element) {
        return switch (element) {
            case "null" -> null;
            case "thrown" -> throw new BadTupleException("s", "x", "is wrong");
            case "user" -> throw WukongsException.user("is no IRI");
            default -> new Tuple(7, "<x:" + element + ">", "<x:p>", "<x:o>");
        };
    }

    @Test
    void elementsWithoutATupleBecomeDeadLetters() throws Exception {
        BadTupleSplit<String, String> split =
                new BadTupleSplit<>(
                        "s",
                        ElementTuples.one(BadTupleSplitTest::converted),
                        LETTERS,
                        (element, why) -> element + " " + why.field() + " " + why.fault());
        try (var harness = new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(split))) {
            harness.open();
            for (String element : List.of("a", "null", "b c", "thrown", "user", "d")) {
                harness.processElement(element, 1);
            }
            assertThat(harness.extractOutputValues()).containsExactly("a", "d");
            List<String> letters = new ArrayList<>();
            harness.getSideOutput(LETTERS).forEach(record -> letters.add(record.getValue()));
            assertThat(letters).hasSize(4);
            assertThat(letters.get(0))
                    .isEqualTo("null element the element converter returned no tuple");
            assertThat(letters.get(1)).startsWith("b c subject not an N-Triples term");
            assertThat(letters.get(2)).isEqualTo("thrown s is wrong");
            assertThat(letters.get(3)).isEqualTo("user element is no IRI");
        }
    }

    @Test
    void oneAMinuteIsLogged() {
        long[] nowMs = {0};
        SimpleCounter count = new SimpleCounter();
        BadTuples bad = new BadTuples(count, () -> nowMs[0], "test");
        BadTupleException why = new BadTupleException("f", "v", "r");
        assertThat(bad.add(why)).as("the first").isTrue();
        assertThat(bad.add(why)).isFalse();
        nowMs[0] = BadTuples.LOG_INTERVAL_MS - 1;
        assertThat(bad.add(why)).isFalse();
        nowMs[0]++;
        assertThat(bad.add(why)).isTrue();
        assertThat(bad.add(why)).isFalse();
        assertThat(count.getCount()).isEqualTo(5);
    }
}
