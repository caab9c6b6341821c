package org.wukongs.benchmarks.measure;

/** How many of one unit make another. */
public final class Units {

    public static final double NS_PER_US = 1e3;
    public static final double NS_PER_MS = 1e6;
    public static final double NS_PER_S = 1e9;
    public static final double MS_PER_S = 1e3;
    public static final double BYTES_PER_MB = 1e6;

    private Units() {}

    public static long ns(double seconds) {
        return (long) (seconds * NS_PER_S);
    }

    public static long ms(double seconds) {
        return (long) (seconds * MS_PER_S);
    }
}
