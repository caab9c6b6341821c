package org.wukongs.w3c;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.eclipse.rdf4j.model.Value;
import org.junit.jupiter.api.Test;
import org.wukongs.store.dictionary.TermDictionary;

/** The judge of the W3C's tests, judged. */
final class SolutionMatchTest {

    @Test
    void bagsCountTheirRows() {
        assertThat(SolutionMatch.sameBag(rows("1", "2", "1"), rows("2", "1", "1"))).isTrue();
        assertThat(SolutionMatch.sameBag(rows("1", "2", "1"), rows("2", "1", "2"))).isFalse();
        assertThat(SolutionMatch.sameBag(rows("1"), rows("1", "1"))).isFalse();
        assertThat(SolutionMatch.sameReduced(rows("1", "1"), rows("1"))).isTrue();
        assertThat(SolutionMatch.sameReduced(rows("1", "1"), rows("2"))).isFalse();
    }

    @Test
    void listsHaveAnOrder() {
        assertThat(SolutionMatch.sameList(rows("1", "2"), rows("1", "2"))).isTrue();
        assertThat(SolutionMatch.sameList(rows("1", "2"), rows("2", "1"))).isFalse();
    }

    @Test
    void blankNodesAreMappedOneToOne() {
        List<Map<String, Value>> pairs = List.of(row("_:a", "_:b"), row("_:b", "_:a"));
        assertThat(SolutionMatch.sameBag(pairs, List.of(row("_:y", "_:x"), row("_:x", "_:y"))))
                .isTrue();
        assertThat(SolutionMatch.sameBag(pairs, List.of(row("_:x", "_:y"), row("_:x", "_:y"))))
                .isFalse();
        assertThat(SolutionMatch.sameBag(pairs, List.of(row("_:x", "_:x"), row("_:y", "_:y"))))
                .isFalse();
        assertThat(SolutionMatch.sameBag(List.of(row("_:a", "_:b")), List.of(row("_:x", "_:x"))))
                .isFalse();
    }

    @Test
    void numbersAreEqualByValueOfOneType() {
        assertThat(SolutionMatch.sameBag(rows("1.50"), rows("1.5"))).isTrue();
        assertThat(SolutionMatch.sameBag(rows("1.50"), rows("1.6"))).isFalse();
        assertThat(SolutionMatch.sameBag(rows("1"), rows("1.0"))).isFalse();
    }

    @Test
    void anUnboundVariableIsNoValue() {
        assertThat(SolutionMatch.sameBag(List.of(Map.of()), rows("1"))).isFalse();
    }

    private static List<Map<String, Value>> rows(String... numbers) {
        return List.of(numbers).stream()
                .map(
                        number ->
                                Map.of(
                                        "x",
                                        TermDictionary.value(
                                                "\""
                                                        + number
                                                        + "\"^^<http://www.w3.org/2001/XMLSchema#"
                                                        + (number.contains(".")
                                                                ? "decimal>"
                                                                : "integer>"))))
                .toList();
    }

    private static Map<String, Value> row(String x, String y) {
        return Map.of("x", TermDictionary.value(x), "y", TermDictionary.value(y));
    }
}
