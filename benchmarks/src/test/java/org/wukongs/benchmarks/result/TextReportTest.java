package org.wukongs.benchmarks.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is printed is made of the result file alone. */
final class TextReportTest {

    private record Figure(String query, String engine, double us, Double percent) {}

    private static final List<Figure> FIGURES =
            List.of(
                    new Figure("Q1", "ours", 1.234, 12.34),
                    new Figure("Q2", "ours", 1234.5, null),
                    new Figure("Q1", "theirs", 20, Double.NaN));

    @TempDir private Path folder;

    private static Table table() {
        Table table = new Table("figures", "Figures in µs", "engine");
        for (Figure one : FIGURES) {
            table.row()
                    .cell("query", one.query())
                    .cell("engine", one.engine())
                    .cell("us", "median", one.us())
                    .cell("lossPercent", "loss", one.percent())
                    .kept("twiceUs", 2 * one.us());
        }
        return table;
    }

    private String text(Table table) throws IOException {
        Recorder recorder = new Recorder("test", new PrintWriter(Writer.nullWriter()));
        recorder.setting("seed", 7);
        recorder.jvmFlags("store", List.of("-Xmx1g", "-Xms1g"));
        recorder.table(table);
        recorder.fail("it is broken");
        Path file = folder.resolve("result.json");
        ResultFiles.write(file, recorder.result("a note"));
        Result result = ResultFiles.read(file, Result.class);
        assertThat(result.tables().get(0).rows().get(1).get("twiceUs")).isEqualTo(2469.0);
        return TextReport.of(result);
    }

    @Test
    void valuesStandSideBySide() throws IOException {
        assertThat(text(table().note("a remark")))
                .startsWith("test: ")
                .contains("\nstore: -Xmx1g -Xms1g\nseed 7\nnote: a note\n")
                .endsWith(
                        """

                        Figures in µs
                        query   ours    loss  theirs  loss
                        Q1      1.23  12.3 %      20     -
                        Q2     1,235       -       -     -
                        a remark
                        FAILED: it is broken
                        """);
    }

    @Test
    void aRowIsALine() throws IOException {
        Table table = new Table("plain", "Plain");
        for (Figure one : FIGURES) {
            table.row()
                    .cell("query", one.query())
                    .cell("fast", "fast?", one.us() < 10)
                    .cell("ratio", one.us() / 2)
                    .kept("twiceUs", 2 * one.us());
        }
        assertThat(text(table))
                .contains(
                        """
                        query  fast?  ratio
                        Q1       yes  0.62x
                        Q2        NO   617x
                        Q1        NO    10x
                        """);
    }
}
