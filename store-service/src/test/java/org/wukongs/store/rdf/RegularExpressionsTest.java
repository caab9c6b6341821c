package org.wukongs.store.rdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.model.vocabulary.FN;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.explore.ExecutionLimits;

final class RegularExpressionsTest {

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final List<String> PIECES =
            List.of(
                    "a",
                    "b",
                    ".",
                    "[ab]",
                    "[^a]",
                    "(a)",
                    "(a|b)",
                    "(?:b|)",
                    "a*",
                    "b+?",
                    "a?",
                    "(b{1,3})",
                    "\\w",
                    "\\b",
                    "^",
                    "$",
                    "(?i)",
                    "(?=a)",
                    "(?<!b)",
                    "\\1",
                    "[]a]",
                    "[a[b]&&[^c]]",
                    "\\Qa|(\\E",
                    "\\p{L}",
                    "\\x{61}",
                    "(?<n>a)",
                    "\\k<n>");

    private final ExecutionBudget budget = new ExecutionBudget(ExecutionLimits.DEFAULT, () -> 0, 0);

    /** Every pattern that Java takes, of pieces that are fine, is taken. */
    @Test
    void usualPatternsAreTaken() {
        Random random = Seeds.random(getClass());
        int taken = 0;
        for (int i = 0; i < 20_000; i++) {
            StringBuilder pattern = new StringBuilder();
            for (int j = random.nextInt(6); j >= 0; j--) {
                pattern.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            try {
                Pattern.compile(pattern.toString());
            } catch (PatternSyntaxException e) {
                assertThatThrownBy(() -> RegularExpressions.compile(pattern.toString(), ""))
                        .isInstanceOf(ValueExprEvaluationException.class);
                continue;
            }
            assertThatCode(() -> EmptyPaths.check(pattern.toString(), false))
                    .as(pattern.toString())
                    .doesNotThrowAnyException();
            taken++;
        }
        assertThat(taken).isGreaterThan(5_000);
    }

    @Test
    void waysThatReadNothingAreCounted() {
        for (String pattern :
                List.of(
                        "(|){60}\\z",
                        "(|)(|)(|)(|)(|)(|)(|)\\z",
                        "((?:a|){30}|){30}a",
                        "(?:(?:){2000000000}){2000000000}",
                        "(?:\\b|\\B|^|$){10}x",
                        "(?:(?=a)|(?=b)|){12}c",
                        "(a?){0,9}(b?|){30}\\z")) {
            assertThatThrownBy(() -> EmptyPaths.check(pattern, false))
                    .as(pattern)
                    .hasMessageContaining("too many ways");
        }
        assertThatThrownBy(() -> EmptyPaths.check("( | ) {60}", true))
                .hasMessageContaining("too many ways");
        assertThatThrownBy(() -> EmptyPaths.check("(?x) a", false)).hasMessageContaining("flag x");
    }

    @Test
    void replacesAsJavaDoes() {
        Random random = Seeds.random(getClass());
        List<String> patterns = List.of("a", "(a)(b)?", "(a|b)c?", "b+", "(((a)b)c)", "x");
        List<String> parts =
                List.of("$0", "$1", "$2", "$3", "$12", "\\$", "\\\\", "q", "$", "\\", "");
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(12); j > 0; j--) {
                text.append("abc".charAt(random.nextInt(3)));
            }
            StringBuilder replacement = new StringBuilder();
            for (int j = random.nextInt(4); j > 0; j--) {
                replacement.append(parts.get(random.nextInt(parts.size())));
            }
            String pattern = patterns.get(random.nextInt(patterns.size()));
            Matcher matcher = Pattern.compile(pattern).matcher(text);
            String expected;
            try {
                expected = matcher.replaceAll(replacement.toString());
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                assertThatThrownBy(() -> replace(text, pattern, replacement))
                        .isInstanceOf(ValueExprEvaluationException.class);
                continue;
            }
            assertThat(replace(text, pattern, replacement)).isEqualTo(expected);
        }
        assertThat(budget.takenBytes()).isZero();
    }

    private String replace(CharSequence text, String pattern, CharSequence replacement) {
        Value replaced =
                TextFunctions.find(FN.REPLACE.stringValue())
                        .evaluate(
                                budget,
                                VALUES.createLiteral(text.toString()),
                                VALUES.createLiteral(pattern),
                                VALUES.createLiteral(replacement.toString()));
        return ((Literal) replaced).getLabel();
    }

    /** By a clock that goes on a little at each look. */
    @Test
    void matchingEndsWithTheTime() {
        AtomicLong nowNs = new AtomicLong();
        ExecutionBudget timed =
                new ExecutionBudget(
                        new ExecutionLimits(1, 1_000), () -> nowNs.addAndGet(100_000_000), 0);
        Pattern pattern = RegularExpressions.compile("^(a*)*\\1b$", "");
        String text = "a".repeat(60) + "!";
        assertThatThrownBy(() -> RegularExpressions.match(pattern, text, timed, Matcher::find))
                .hasMessageContaining("--query-time-max");
    }
}
