package org.wukongs.benchmarks.result;

import java.util.ArrayList;
import java.util.Arrays;
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
        for (Table table : tables) {
            if (table.name().equals(chart.table())) {
                svg.read(table);
                svg.scale();
                return svg.draw();
            }
        }
        throw new IllegalArgumentException("no table of the chart: name=" + chart.table());
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
        double[] shown =
                series.values().stream()
                        .flatMapToDouble(Arrays::stream)
                        .filter(value -> value > 0)
                        .sorted()
                        .toArray();
        if (shown.length > 0) {
            firstDecade = (int) Math.floor(Math.log10(shown[0]));
            lastDecade = (int) Math.ceil(Math.log10(shown[shown.length - 1]));
        }
        lastDecade = Math.max(firstDecade + 1, lastDecade);
    }

    /** What cannot be shown is at the foot. */
    private double y(double value) {
        double height =
                value > 0 ? (Math.log10(value) - firstDecade) / (lastDecade - firstDecade) : 0;
        return TOP + PLOT_HEIGHT * (1 - height);
    }

    private double step() {
        return (double) PLOT_WIDTH / Math.max(1, categories.size());
    }

    private String draw() {
        frame();
        int number = 0;
        for (Map.Entry<String, double[]> one : series.entrySet()) {
            String colour = COLOURS[number % COLOURS.length];
            legend(number, one.getKey(), colour);
            if (chart.lines()) {
                line(one.getKey(), one.getValue(), colour);
            } else {
                bars(number, one.getKey(), one.getValue(), colour);
            }
            number++;
        }
        return out.append("</svg>\n").toString();
    }

    private void frame() {
        add(
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' font-size='12'>",
                WIDTH, HEIGHT);
        add("<rect width='%d' height='%d' fill='white'/>", WIDTH, HEIGHT);
        add("<text x='%d' y='22' font-size='15'>%s</text>", LEFT, escaped(chart.title()));
        add("<text x='%d' y='40' fill='#555'>%s</text>", LEFT, escaped(chart.unit()));
        for (int decade = firstDecade; decade <= lastDecade; decade++) {
            double y = y(Math.pow(10, decade));
            String mark =
                    String.format(
                            Locale.ROOT, "%,." + Math.max(0, -decade) + "f", Math.pow(10, decade));
            add(
                    "<line x1='%d' x2='%d' y1='%.1f' y2='%.1f' stroke='#ddd'/>",
                    LEFT, LEFT + PLOT_WIDTH, y, y);
            add("<text x='%d' y='%.1f' text-anchor='end'>%s</text>", LEFT - 8, y + 4, mark);
        }
        for (int c = 0; c < categories.size(); c++) {
            add(
                    "<text x='%.1f' y='%d' text-anchor='middle'>%s</text>",
                    LEFT + (c + 0.5) * step(), TOP + PLOT_HEIGHT + 20, escaped(categories.get(c)));
        }
    }

    private void legend(int number, String name, String colour) {
        int x = LEFT + PLOT_WIDTH + 15;
        int y = TOP + 10 + number * 20;
        add("<rect x='%d' y='%d' width='12' height='12' fill='%s'/>", x, y - 10, colour);
        add("<text x='%d' y='%d'>%s</text>", x + 18, y, escaped(name));
    }

    private void bars(int number, String name, double[] values, String colour) {
        double width = step() * BAR_SHARE / series.size();
        for (int c = 0; c < values.length; c++) {
            double y = y(values[c]);
            add(
                    "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='%s'><title>%s</title></rect>",
                    LEFT + (c + (1 - BAR_SHARE) / 2) * step() + number * width,
                    y,
                    width - 1,
                    TOP + PLOT_HEIGHT - y,
                    colour,
                    escaped(name + ": " + values[c]));
        }
    }

    /** Interrupted where a value is missing. */
    private void line(String name, double[] values, String colour) {
        StringBuilder path = new StringBuilder();
        for (int c = 0; c < values.length; c++) {
            if (values[c] > 0) {
                double x = LEFT + (c + 0.5) * step();
                String joined = c > 0 && values[c - 1] > 0 ? "L" : "M";
                path.append(String.format(Locale.ROOT, "%s%.1f %.1f ", joined, x, y(values[c])));
                add(
                        "<circle cx='%.1f' cy='%.1f' r='3' fill='%s'><title>%s</title></circle>",
                        x, y(values[c]), colour, escaped(name + ": " + values[c]));
            }
        }
        add("<path d='%s' fill='none' stroke='%s' stroke-width='2'/>", path, colour);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private void add(String format, Object... facts) {
        out.append(String.format(Locale.ROOT, format, facts)).append('\n');
    }
}
