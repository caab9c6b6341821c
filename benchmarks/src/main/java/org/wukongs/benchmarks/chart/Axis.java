package org.wukongs.benchmarks.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Logarithmic values to heights: whole decades around what is shown. */
final class Axis {

    private final int firstDecade;
    private final int lastDecade;

    private Axis(int firstDecade, int lastDecade) {
        this.firstDecade = firstDecade;
        this.lastDecade = lastDecade;
    }

    /** Around all values above 0. */
    static Axis around(List<Series> series) {
        double least = Double.POSITIVE_INFINITY;
        double greatest = 0;
        for (Series one : series) {
            for (double value : one.values()) {
                if (value > 0) {
                    least = Math.min(least, value);
                    greatest = Math.max(greatest, value);
                }
            }
        }
        if (greatest == 0) {
            return new Axis(0, 1);
        }
        int first = (int) Math.floor(Math.log10(least));
        int last = (int) Math.ceil(Math.log10(greatest));
        return new Axis(first, Math.max(first + 1, last));
    }

    /** 0 at the foot, 1 at the top; what cannot be shown is at the foot. */
    double height(double value) {
        if (!(value > 0)) {
            return 0;
        }
        double height = (Math.log10(value) - firstDecade) / (lastDecade - firstDecade);
        return Math.max(0, Math.min(1, height));
    }

    /** Values to write at the axis. */
    List<Double> marks() {
        List<Double> marks = new ArrayList<>();
        for (int decade = firstDecade; decade <= lastDecade; decade++) {
            marks.add(Math.pow(10, decade));
        }
        return marks;
    }

    static String label(double mark) {
        return mark >= 1
                ? String.format(Locale.ROOT, "%,.0f", mark)
                : Double.toString(Math.round(mark * 1e6) / 1e6);
    }
}
