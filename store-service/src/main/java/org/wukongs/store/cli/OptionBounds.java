package org.wukongs.store.cli;

import java.util.Locale;
import org.wukongs.store.graph.GraphMemory;

/** Checks the bounds of numeric options; a number out of bounds is wrong usage. */
public final class OptionBounds {

    public static final int PORT_MAX = (1 << Character.SIZE) - 1;

    /** 16 TiB: more than a machine has, and small enough that sums of sizes do not overflow. */
    public static final long BYTES_MAX = 1L << 44;

    /** A year: time limits are added to clocks in ns, which overflow after 292 years. */
    public static final long TIME_MS_MAX = 365L * 24 * 3_600_000;

    /** Threads of one kind; more would only wait for each other. */
    public static final int THREADS_MAX = 256;

    private OptionBounds() {}

    public static void check(String option, long value, long min, long max) {
        if (value < min || value > max) {
            throw new WrongUsageException(
                    option + " must be from " + min + " to " + max + ": value=" + value);
        }
    }

    /** Checks a factor or a rate, which must be above 0 and at most {@code max}. */
    public static void checkPositive(String option, double value, double max) {
        if (!(value > 0 && value <= max)) {
            throw new WrongUsageException(
                    String.format(
                            Locale.ROOT,
                            "%s must be above 0 and at most %.0f: value=%s",
                            option,
                            max,
                            value));
        }
    }

    static void checkStoreMemory(long bytes) {
        check("--store-memory", bytes, GraphMemory.BUDGET_BYTES_MIN, BYTES_MAX);
    }

    public static void checkPort(String option, long port) {
        check(option, port, 0, PORT_MAX);
    }
}
