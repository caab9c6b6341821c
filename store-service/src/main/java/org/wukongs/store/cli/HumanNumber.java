package org.wukongs.store.cli;

import java.util.Locale;

/** Numbers as people read them. */
final class HumanNumber {

    private static final String[] UNITS = {"B", "kB", "MB", "GB", "TB", "PB"};
    private static final double STEP = 1000;
    private static final long MS_PER_S = 1_000;
    private static final long S_PER_MINUTE = 60;

    private HumanNumber() {}

    /** Returns a count with commas, such as {@code 2,000,000}. */
    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Returns a count with its noun, such as {@code 1 statement} or {@code 2,000 statements}. */
    static String count(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** Returns bytes in decimal units with three digits, such as {@code 1.25 GB}. */
    static String bytes(long bytes) {
        double value = (double) bytes;
        int unit = 0;
        while (rounded(value) >= STEP && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        int digits = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + digits + "f %s", value, UNITS[unit]);
    }

    private static double rounded(double value) {
        return Math.rint(value);
    }

    /** Returns a time such as {@code 3 ms}, {@code 1.3 s} or {@code 2 min 5 s}. */
    static String duration(long ms) {
        if (ms < MS_PER_S) {
            return ms + " ms";
        }
        if (ms < S_PER_MINUTE * MS_PER_S) {
            return String.format(Locale.ROOT, "%.1f s", Math.floor(ms / 100.0) / 10);
        }
        long seconds = ms / MS_PER_S;
        return seconds / S_PER_MINUTE + " min " + seconds % S_PER_MINUTE + " s";
    }
}
