package org.wukongs.store.explore;

/**
 * The positions 0 to n - 1, each once, in an order of which every prefix is spread evenly:
 * consecutive positions are a golden section of n apart.
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

    /**
     * Returns a step that has no common factor with {@code count}, so that no position is repeated.
     */
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
