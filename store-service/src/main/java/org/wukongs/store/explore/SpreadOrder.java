package org.wukongs.store.explore;

/**
 * The positions 0 to n - 1, each once, in an order any beginning of which is spread evenly: each is
 * a golden section of n behind the one before.
 */
final class SpreadOrder {

    private static final double GOLDEN_SECTION = 0.618_033_988_749_895;

    private final long count;
    private final long step;
    private long position;
    private long left;

    SpreadOrder(long count) {
        this.count = count;
        this.left = count;
        this.step = step(count);
    }

    /** Has no factor in common with {@code count}, so that no position comes twice. */
    private static long step(long count) {
        long step = Math.max(1, Math.round(count * GOLDEN_SECTION));
        while (greatestFactor(count, step) > 1) {
            step++;
        }
        return step;
    }

    private static long greatestFactor(long a, long b) {
        return b == 0 ? a : greatestFactor(b, a % b);
    }

    long left() {
        return left;
    }

    long next() {
        long next = position;
        position = (position + step) % count;
        left--;
        return next;
    }
}
