package org.wukongs.benchmarks.chart;

import java.util.List;
import java.util.Locale;

/**
 * Bars or lines over categories, values on a logarithmic axis, as what is compared here differs by
 * orders of magnitude.
 *
 * @param unit of the values
 */
public record SvgChart(String title, String unit, List<String> categories, List<Series> series) {

    private static final List<String> COLOURS =
            List.of(
                    "#1b6ca8", "#d1495b", "#66a182", "#edae49", "#7768ae", "#00798c", "#8d6e63",
                    "#444444", "#a05195", "#2f4b7c");

    private static final int WIDTH = 760;
    private static final int HEIGHT = 400;
    private static final int LEFT = 90;
    private static final int RIGHT = 150;
    private static final int TOP = 50;
    private static final int BOTTOM = 50;
    private static final int PLOT_WIDTH = WIDTH - LEFT - RIGHT;
    private static final int PLOT_HEIGHT = HEIGHT - TOP - BOTTOM;

    /** Of a category's width, what its bars take. */
    private static final double BAR_SHARE = 0.8;

    public SvgChart {
        for (Series one : series) {
            if (one.values().length != categories.size()) {
                throw new IllegalArgumentException("values missing: series=" + one.name());
            }
        }
    }

    /** A group of bars for each category. */
    public String bars() {
        StringBuilder out = frame();
        Axis axis = Axis.around(series);
        double barWidth = step() * BAR_SHARE / Math.max(1, series.size());
        for (int s = 0; s < series.size(); s++) {
            double[] values = series.get(s).values();
            for (int c = 0; c < values.length; c++) {
                double height = axis.height(values[c]) * PLOT_HEIGHT;
                double x = LEFT + c * step() + step() * (1 - BAR_SHARE) / 2 + s * barWidth;
                add(
                        out,
                        "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='%s'><title>%s</title></rect>",
                        x,
                        TOP + PLOT_HEIGHT - height,
                        barWidth - 1,
                        height,
                        colour(s),
                        escaped(series.get(s).name() + ": " + values[c]));
            }
        }
        return out.append("</svg>\n").toString();
    }

    /** A line for each series, interrupted where a value is missing. */
    public String lines() {
        StringBuilder out = frame();
        Axis axis = Axis.around(series);
        for (int s = 0; s < series.size(); s++) {
            StringBuilder path = new StringBuilder();
            StringBuilder dots = new StringBuilder();
            double[] values = series.get(s).values();
            for (int c = 0; c < values.length; c++) {
                if (values[c] > 0) {
                    double x = LEFT + (c + 0.5) * step();
                    double y = TOP + PLOT_HEIGHT * (1 - axis.height(values[c]));
                    boolean joined = c > 0 && values[c - 1] > 0;
                    add(path, "%s%.1f %.1f", joined ? "L" : "M", x, y);
                    add(
                            dots,
                            "<circle cx='%.1f' cy='%.1f' r='3' fill='%s'><title>%s</title></circle>",
                            x,
                            y,
                            colour(s),
                            escaped(series.get(s).name() + ": " + values[c]));
                }
            }
            if (!path.isEmpty()) {
                add(
                        out,
                        "<path d='%s' fill='none' stroke='%s' stroke-width='2'/>",
                        path.toString().replace('\n', ' ').strip(),
                        colour(s));
                out.append(dots);
            }
        }
        return out.append("</svg>\n").toString();
    }

    private StringBuilder frame() {
        StringBuilder out = new StringBuilder();
        add(
                out,
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' font-size='12'>",
                WIDTH,
                HEIGHT);
        add(out, "<rect width='%d' height='%d' fill='white'/>", WIDTH, HEIGHT);
        add(out, "<text x='%d' y='22' font-size='15'>%s</text>", LEFT, escaped(title));
        add(out, "<text x='%d' y='40' fill='#555'>%s</text>", LEFT, escaped(unit));
        Axis axis = Axis.around(series);
        for (double mark : axis.marks()) {
            double y = TOP + PLOT_HEIGHT * (1 - axis.height(mark));
            add(
                    out,
                    "<line x1='%d' x2='%d' y1='%.1f' y2='%.1f' stroke='#ddd'/>",
                    LEFT,
                    LEFT + PLOT_WIDTH,
                    y,
                    y);
            add(
                    out,
                    "<text x='%d' y='%.1f' text-anchor='end'>%s</text>",
                    LEFT - 8,
                    y + 4,
                    Axis.label(mark));
        }
        for (int c = 0; c < categories.size(); c++) {
            add(
                    out,
                    "<text x='%.1f' y='%d' text-anchor='middle'>%s</text>",
                    LEFT + (c + 0.5) * step(),
                    TOP + PLOT_HEIGHT + 20,
                    escaped(categories.get(c)));
        }
        legend(out);
        return out;
    }

    private void legend(StringBuilder out) {
        for (int s = 0; s < series.size(); s++) {
            int y = TOP + 10 + s * 20;
            int x = LEFT + PLOT_WIDTH + 15;
            add(
                    out,
                    "<rect x='%d' y='%d' width='12' height='12' fill='%s'/>",
                    x,
                    y - 10,
                    colour(s));
            add(out, "<text x='%d' y='%d'>%s</text>", x + 18, y, escaped(series.get(s).name()));
        }
    }

    /** They come again where there are more series than colours. */
    private static String colour(int series) {
        return COLOURS.get(series % COLOURS.size());
    }

    private double step() {
        return (double) PLOT_WIDTH / Math.max(1, categories.size());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private static void add(StringBuilder out, String format, Object... facts) {
        out.append(String.format(Locale.ROOT, format, facts)).append('\n');
    }
}
