package org.wukongs.benchmarks.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.wukongs.client.WindowResult;
import org.wukongs.client.WindowResultJson;
import org.wukongs.csparql.ResultForm;

/** Both jobs' records come to the same rows. */
final class ResultRowsTest {

    private static final List<String[]> TERMS =
            List.of(
                    new String[] {"<http://a.org/x>", "\"a \\\"b\\\" \\\\ \\n\""},
                    new String[] {
                        "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>", "\"Grüße\"@de"
                    });

    @Test
    void termsAreThoseOfTheSqlJob() {
        ResultRows ofJson = ResultRows.parse(json(TERMS));
        assertThat(ofJson.query()).isEqualTo("L1");
        assertThat(ofJson.windowEndMs()).isEqualTo(500);
        for (int i = 0; i < TERMS.size(); i++) {
            ResultRows ofLine =
                    ResultRows.parse(
                            "L1\t1970-01-01 00:00:00.500\t" + String.join("\t", TERMS.get(i)));
            assertThat(ofLine.query()).isEqualTo("L1");
            assertThat(ofLine.windowEndMs()).isEqualTo(500);
            assertThat(ofLine.rows()).containsExactly(ofJson.rows().get(i));
        }
    }

    @Test
    void headKnowsWhetherThereAreRows() {
        assertThat(ResultRows.head(json(TERMS)).rows()).isNotEmpty();
        ResultRows empty = ResultRows.head(json(List.of()));
        assertThat(empty.rows()).isEmpty();
        assertThat(empty.query()).isEqualTo("L1");
        assertThat(empty.windowEndMs()).isEqualTo(500);
    }

    private static String json(List<String[]> rows) {
        return WindowResultJson.toLine(
                new WindowResult("L1", 500, 5, ResultForm.SELECT, List.of("p", "o"), rows, 0));
    }
}
