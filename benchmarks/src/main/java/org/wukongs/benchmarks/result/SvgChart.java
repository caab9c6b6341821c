package org.wukongs.benchmarks.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Bars or lines over categories as SVG, values on a logarithmic axis, as what is compared here
 * differs by orders of magnitude.
 */
final class SvgChart {

    private static final String[] COLOURS = {
        "#1b6ca8", "#d1495b", "#66a182", "#edae49", "#7768ae", "#00798c", "#8d6e63", "#444444",
        "#a05195", "#2f4b7c"
    };
    private static final int WIDTH = 760;
    private static final int HEIGHT = 400;
    private static final int LEFT = 90;
    private static final int TOP = 50;
    private static final int PLOT_WIDTH = WIDTH - LEFT - 150;
    private static final int PLOT_HEIGHT = HEIGHT - TOP - 50;

    /** Of a category's width, what its bars take. */
    private static final double BAR_SHARE = 0.8;

    private final StringBuilder out = new StringBuilder();
    private final Chart chart;
    private final List<String> categories = new ArrayList<>();
    private final Map<String, double[]> series = new LinkedHashMap<>(); // NaN where none
    private int firstDecade;
    private int lastDecade;

    private SvgChart(Chart chart) {
        this.chart = chart;
    }

    /** Draws the figures of the one table that the chart names. */
    static String of(Chart chart, List<Table> tables) {
        SvgChart svg = new SvgChart(chart);
        svg.read(
                tables.stream()
                        .filter(table -> table.name().equals(chart.table()))
                        .findFirst()
                        .orElseThrow());
        svg.scale();
        svg.frame();
        int number = 0;
        for (Map.Entry<String, double[]> one : svg.series.entrySet()) {
            svg.draw(number++, one.getKey(), one.getValue());
        }
        return svg.out.append("</svg>\n").toString();
    }

    private void read(Table table) {
        table.rows().stream()
                .map(row -> joined(table, row, chart.category()))
                .distinct()
                .forEach(categories::add);
        for (String value : chart.values()) {
            Column column = table.column(value);
            for (Map<String, Object> row : table.rows()) {
                boolean own = chart.by().isEmpty();
                String name = own ? column.head() : joined(table, row, chart.by());
                int category = categories.indexOf(joined(table, row, chart.category()));
                if (row.get(value) instanceof Number number) {
                    series.computeIfAbsent(name, key -> nothing())[category] = number.doubleValue();
                }
            }
        }
    }

    private static String joined(Table table, Map<String, Object> row, List<String> columns) {
        return columns.stream()
                .map(column -> TextReport.cell(row, table.column(column)))
                .collect(Collectors.joining(", "));
    }

    private double[] nothing() {
        double[] values = new double[categories.size()];
        Arrays.fill(values, Double.NaN);
        return values;
    }

    /** Whole decades around all values above 0. */
    private void scale() {
        DoubleSummaryStatistics shown =
                series.values().stream()
                        .flatMapToDouble(Arrays::stream)
                        .filter(value -> value > 0)
                        .summaryStatistics();
        if (shown.getCount() > 0) {
            firstDecade = (int) Math.floor(Math.log10(shown.getMin()));
            lastDecade = (int) Math.ceil(Math.log10(shown.getMax()));
        }
        lastDecade = Math.max(firstDecade + 1, lastDecade);
    }

    /** What cannot be shown is at the foot. */
    private double y(double value) {
        double height =
                value > 0 ? (Math.log10(value) - firstDecade) / (lastDecade - firstDecade) : 0;
        return TOP + PLOT_HEIGHT * (1 - height);
    }

    /** Of a category, where {@code share} of its width is to the left. */
    private double x(int category, double share) {
        return LEFT + (category + share) * PLOT_WIDTH / Math.max(1, categories.size());
    }

    private void frame() {
        add(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' font-size='12'>",
                WIDTH, HEIGHT);
        add("<rect width='%d' height='%d' fill='white'/>", WIDTH, HEIGHT);
        add("<text x='%d' y='22' font-size='15'>%s</text>", LEFT, escaped(chart.title()));
        add("<text x='%d' y='40' fill='#555'>%s</text>", LEFT, escaped(chart.unit()));
        for (int decade = firstDecade; decade <= lastDecade; decade++) {
            double value = Math.pow(10, decade);
            String mark = String.format(Locale.ROOT, "%,." + Math.max(0, -decade) + "f", value);
            add(
                    "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='#ddd'/><text x='%d' y='%.1f' text-anchor='end'>%s</text>",
                    LEFT, y(value), LEFT + PLOT_WIDTH, y(value), LEFT - 8, y(value) + 4, mark);
        }
        for (int c = 0; c < categories.size(); c++) {
            add(
                    "<text x='%.1f' y='%d' text-anchor='middle'>%s</text>",
                    x(c, 0.5), TOP + PLOT_HEIGHT + 20, escaped(categories.get(c)));
        }
    }

    /** A series, and its place in the legend. */
    private void draw(int number, String name, double[] values) {
        String colour = COLOURS[number % COLOURS.length];
        int legendX = LEFT + PLOT_WIDTH + 15;
        int legendY = TOP + 10 + number * 20;
        add(
                "<rect x='%d' y='%d' width='12' height='12' fill='%s'/><text x='%d' y='%d'>%s</text>",
                legendX, legendY - 10, colour, legendX + 18, legendY, escaped(name));
        StringBuilder line = new StringBuilder();
        for (int c = 0; c < values.length; c++) {
            String title = "<title>" + escaped(name + ": " + values[c]) + "</title>";
            double y = y(values[c]);
            if (!chart.lines()) {
                double share = BAR_SHARE / series.size();
                double x = x(c, (1 - BAR_SHARE) / 2 + number * share);
                add(
                        "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='%s'>%s</rect>",
                        x, y, x(0, share) - LEFT - 1, TOP + PLOT_HEIGHT - y, colour, title);
            } else if (values[c] > 0) {
                // A line is interrupted where a value is missing.
                String move = c > 0 && values[c - 1] > 0 ? "L" : "M";
                line.append(String.format(Locale.ROOT, "%s%.1f %.1f ", move, x(c, 0.5), y));
                add(
                        "<circle cx='%.1f' cy='%.1f' r='3' fill='%s'>%s</circle>",
                        x(c, 0.5), y, colour, title);
            }
        }
        if (chart.lines()) {
            add("<path d='%s' fill='none' stroke='%s' stroke-width='2'/>", line, colour);
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private void add(String format, Object... facts) {
        out.append(String.format(Locale.ROOT, format, facts)).append('\n');
    }
}
