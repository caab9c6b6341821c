package org.wukongs.benchmarks.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

final class SvgChartTest {

    private static final Table TABLE = new Table("points", "Points");

    static {
        point("L1", 1.0, 5.0);
        point("L2", 20.0, Double.NaN);
        point("L3", 3_000.0, 0.0);
    }

    private static void point(String query, double oneUs, double twoUs) {
        TABLE.row().cell("query", query).cell("oneUs", "one", oneUs).cell("twoUs", "two", twoUs);
    }

    private static String draw(Chart chart) {
        return SvgChart.of(chart, List.of(TABLE));
    }

    @Test
    void bars() throws Exception {
        Document svg = parse(draw(Chart.bars(TABLE, "a < b & c", "µs", "oneUs", "twoUs")));
        // The ground, two in the legend, and one for each value.
        assertThat(svg.getElementsByTagName("rect").getLength()).isEqualTo(1 + 2 + 6);
        assertThat(svg.getElementsByTagName("text").item(0).getTextContent())
                .isEqualTo("a < b & c");
    }

    @Test
    void linesLeaveOutWhatIsMissing() throws Exception {
        Document svg = parse(draw(Chart.lines(TABLE, "t", "µs", "oneUs", "twoUs")));
        assertThat(svg.getElementsByTagName("circle").getLength()).isEqualTo(3 + 1);
        assertThat(svg.getElementsByTagName("path").getLength()).isEqualTo(2);
    }

    @Test
    void aColumnMayBeSplitIntoSeries() throws Exception {
        String svg = draw(Chart.lines(TABLE, "t", "µs", "twoUs").over("oneUs").by("query"));
        assertThat(svg).contains(">1</text>", ">3,000</text>", ">L1</text>", "L1: 5.0");
    }

    @Test
    void theAxisHasWholeDecades() {
        String svg = draw(Chart.bars(TABLE, "t", "µs", "oneUs"));
        assertThat(svg).contains(">1</text>", ">1,000</text>", ">10,000</text>");
        assertThat(svg).doesNotContain(">100,000</text>", ">0.1</text>");
    }

    @Test
    void nothingToShowIsAChartToo() throws Exception {
        Table empty = new Table("none", "None");
        empty.row().cell("query", null);
        parse(SvgChart.of(Chart.bars(empty, "", "", "query"), List.of(empty)));
        parse(SvgChart.of(Chart.lines(empty, "", "", "query"), List.of(empty)));
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }
}
