package org.wukongs.benchmarks.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

final class SvgChartTest {

    private static final SvgChart CHART =
            new SvgChart(
                    "a < b & c",
                    "µs",
                    List.of("L1", "L2", "L3"),
                    List.of(
                            new Series("one", new double[] {1, 20, 3_000}),
                            new Series("two", new double[] {5, Double.NaN, 0})));

    @Test
    void bars() throws Exception {
        Document svg = parse(CHART.bars());
        // The ground, two in the legend, and one for each value.
        assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(1 + 2 + 6);
        assertThat(svg.getElementsByTagName("text").item(0).getTextContent())
                .isEqualTo("a < b & c");
    }

    @Test
    void linesLeaveOutWhatIsMissing() throws Exception {
        Document svg = parse(CHART.lines());
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(3 + 1);
        assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(2);
    }

    @Test
    void theAxisHasWholeDecades() {
        Axis axis = Axis.around(CHART.series());
        assertThat(axis.marks()).containsExactly(1.0, 10.0, 100.0, 1_000.0, 10_000.0);
        assertThat(axis.height(1)).isZero();
        assertThat(axis.height(100)).isCloseTo(0.5, within(1e-9));
        assertThat(axis.height(10_000)).isEqualTo(1);
        assertThat(axis.height(0)).isZero();
        assertThat(Axis.label(1_000)).isEqualTo("1,000");
        assertThat(Axis.label(0.01)).isEqualTo("0.01");
    }

    @Test
    void nothingToShowIsAChartToo() throws Exception {
        parse(new SvgChart("none", "", List.of(), List.of()).bars());
        parse(new SvgChart("none", "", List.of(), List.of()).lines());
    }

    @Test
    void everySeriesHasAValueForEachCategory() {
        assertThatThrownBy(
                        () ->
                                new SvgChart(
                                        "",
                                        "",
                                        List.of("a"),
                                        List.of(new Series("s", new double[0]))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }
}
