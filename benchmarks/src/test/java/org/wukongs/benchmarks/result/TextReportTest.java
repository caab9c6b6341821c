package org.wukongs.benchmarks.result;

import static org.assertj.core.api.Assertions.assertThat;

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

    private static TableShape<Figure> shape() {
        return new TableShape<Figure>("figures", "Figures in µs")
                .column("query", Figure::query)
                .across("engine", Figure::engine)
                .column("us", "median", "µs", Figure::us)
                .column("percent", "loss", "%", Figure::percent)
                .kept("twiceUs", "µs", figure -> 2 * figure.us());
    }

    private String text(Table table) {
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
    void valuesStandSideBySide() {
        assertThat(text(shape().of(FIGURES, "a remark")))
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
    void aRowIsALine() {
        Table table =
                new TableShape<Figure>("plain", "Plain")
                        .column("query", Figure::query)
                        .column("fast", "fast?", "", figure -> figure.us() < 10)
                        .column("ratio", "ratio", "x", figure -> figure.us() / 2)
                        .kept("twiceUs", "µs", figure -> 2 * figure.us())
                        .of(FIGURES);
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
