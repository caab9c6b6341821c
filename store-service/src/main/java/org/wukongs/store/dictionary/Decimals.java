package org.wukongs.store.dictionary;

import java.math.BigDecimal;

/**
 * Payloads of xsd:decimal: the unscaled number (59 bits, signed) above its scale (5 bits, 0 to 17
 * digits after the point). There are no trailing zeros after the point, so equal numbers have equal
 * payloads.
 *
 * <pre>
 *  63                    5 4     0
 * +-----------------------+-------+
 * |    unscaled number    | scale |
 * +-----------------------+-------+
 * </pre>
 */
public final class Decimals {

    static final int SCALE_BITS = 5;

    /** 2^58 has 18 digits, so 17 is the largest scale that leaves one digit before the point. */
    static final int SCALE_MAX = 17;

    static final long UNSCALED_MAX = (1L << (Long.SIZE - 1 - SCALE_BITS)) - 1;

    private Decimals() {}

    static long payload(long unscaled, int scale) {
        return unscaled << SCALE_BITS | scale;
    }

    public static long unscaled(long payload) {
        return payload >> SCALE_BITS;
    }

    /** Returns the number of digits after the point. */
    public static int scale(long payload) {
        return (int) payload & ((1 << SCALE_BITS) - 1);
    }

    public static BigDecimal toBigDecimal(long payload) {
        return BigDecimal.valueOf(unscaled(payload), scale(payload));
    }

    public static int compare(long a, long b) {
        return scale(a) == scale(b)
                ? Long.compare(unscaled(a), unscaled(b))
                : toBigDecimal(a).compareTo(toBigDecimal(b));
    }
}
