package org.wukongs.store.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.client.WindowResultJson;
import org.wukongs.naive.Seeds;
import org.wukongs.store.value.RowCells;

/** Lines from bytes are those that strings give. */
class TupleLinesTest {

    private static final List<String> TERMS =
            List.of(
                    "<urn:a>",
                    "<urn:\\u4E16>",
                    "_:b1",
                    "\"\"",
                    "\"a\\n\\\"\\\\\\t\\u0001\"",
                    "\"\u4e16\ud83d\ude00\"@zh",
                    "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>");

    @Test
    void linesAreThoseOfStrings() {
        Random random = Seeds.random(getClass());
        List<String[]> rows = new ArrayList<>();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            String[] row = {pick(random), "<urn:p>", pick(random)};
            rows.add(row);
            expected.append("{\"stream\": \"a\\\"b\", \"position\": ").append(7 + i);
            expected.append(", \"time\": ").append(i / 3);
            expected.append(", \"removal\": ").append(i % 2 == 0).append(", \"triple\": [");
            for (int column = 0; column < 3; column++) {
                expected.append(column == 0 ? "" : ",");
                WindowResultJson.appendTerm(expected, row[column]);
            }
            expected.append("]}\n");
        }
        TupleLines lines = new TupleLines("a\"b");
        RowCells cells = RowCells.of(rows);
        StringBuilder written = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            int before = lines.lengthBytes();
            lines.add(7 + i, i / 3, i % 2 == 0, cells);
            assertThat(lines.lengthBytes()).isGreaterThan(before);
            if (random.nextInt(100) == 0) {
                written.append(taken(lines));
            }
        }
        assertThat(written.append(taken(lines)).toString()).isEqualTo(expected.toString());
        assertThat(lines.lengthBytes()).isZero();
    }

    private static String pick(Random random) {
        return TERMS.get(random.nextInt(TERMS.size()));
    }

    private static String taken(TupleLines lines) {
        int length = lines.lengthBytes();
        byte[] taken = lines.take();
        assertThat(taken).hasSize(length);
        return new String(taken, StandardCharsets.UTF_8);
    }
}
