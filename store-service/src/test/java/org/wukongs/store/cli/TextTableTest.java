package org.wukongs.store.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables, their fit to a terminal, and numbers as people read them. */
final class TextTableTest {

    private static final List<String> HEADS = List.of("who", "knows");

    private static final List<String[]> ROWS =
            List.of(
                    new String[] {"<http://example.org/people/ada>", "1"},
                    new String[] {"<http://example.org/people/bob>", null});

    @Test
    void withoutATerminalNothingIsCut() {
        assertThat(TextTable.of(HEADS, ROWS, 0).lines())
                .containsExactly(
                        "who                             | knows",
                        "--------------------------------+------",
                        "<http://example.org/people/ada> | 1",
                        "<http://example.org/people/bob> |",
                        "(2 rows)");
    }

    @Test
    void theWidestCellsAreCutInTheirMiddle() {
        assertThat(TextTable.of(HEADS, ROWS, 28).lines())
                .containsExactly(
                        "who                  | knows",
                        "---------------------+------",
                        "<http://ex…ople/ada> | 1",
                        "<http://ex…ople/bob> |",
                        "(2 rows, cells with … are cut to the terminal)");
    }

    @Test
    void columnsThatWouldBeTooNarrowBecomeBlocks() {
        assertThat(TextTable.of(HEADS, ROWS, 18).lines())
                .containsExactly(
                        "-- 1 --",
                        "who   | <http://example.org/people/ada>",
                        "knows | 1",
                        "-- 2 --",
                        "who   | <http://example.org/people/bob>",
                        "knows |",
                        "(2 rows)");
    }

    @Test
    void noLineIsWiderThanTheTerminal() {
        long seed = Long.getLong("wukongs.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int run = 0; run < 200; run++) {
            int columns = 1 + random.nextInt(5);
            List<String> heads = new ArrayList<>();
            List<String[]> rows = new ArrayList<>();
            for (int i = 0; i < columns; i++) {
                heads.add("h".repeat(1 + random.nextInt(30)));
            }
            for (int i = 0; i < random.nextInt(4); i++) {
                String[] row = new String[columns];
                for (int j = 0; j < columns; j++) {
                    row[j] = "\ud83d\ude00x".repeat(random.nextInt(40));
                }
                rows.add(row);
            }
            int width = 12 * columns + 3 * (columns - 1) + random.nextInt(60);
            assertThat(TextTable.of(heads, rows, width).lines())
                    .as("seed=%d run=%d", seed, run)
                    .allSatisfy(
                            line -> {
                                if (!line.startsWith("(")) {
                                    assertThat(line.length()).isLessThanOrEqualTo(width);
                                }
                                assertThat(new String(line.getBytes(UTF_8), UTF_8)).isEqualTo(line);
                            });
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "999, 999 B",
        "1000, 1.00 kB",
        "1234567, 1.23 MB",
        "12345678, 12.3 MB",
        "999499, 999 kB",
        "999999, 1.00 MB",
        "48210944000, 48.2 GB",
        "9223372036854775807, 9223 PB",
    })
    void sizesHaveThreeDigits(long bytes, String expected) {
        assertThat(HumanNumber.bytes(bytes)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 ms",
        "999, 999 ms",
        "1000, 1.0 s",
        "1999, 1.9 s",
        "59999, 59.9 s",
        "60000, 1 min 0 s",
        "125900, 2 min 5 s",
    })
    void timesAreShort(long ms, String expected) {
        assertThat(HumanNumber.duration(ms)).isEqualTo(expected);
    }

    @Test
    void countsHaveCommas() {
        assertThat(HumanNumber.count(2_000_000)).isEqualTo("2,000,000");
        assertThat(HumanNumber.count(1, "row")).isEqualTo("1 row");
        assertThat(HumanNumber.count(0, "row")).isEqualTo("0 rows");
    }
}
