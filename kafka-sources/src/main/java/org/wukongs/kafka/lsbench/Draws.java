package org.wukongs.kafka.lsbench;

/**
 * Random numbers of one entity: a SplitMix64 sequence that starts at a hash of (seed, domain,
 * number). So entity n is always the same, in whatever order entities are drawn. Not thread-safe;
 * {@link #of} resets and returns the same object.
 */
final class Draws {

    /** Kinds of entities; their sequences are independent. */
    enum Domain {
        RING(1),
        FRIENDS(2),
        PROFILE(3),
        PERSON(4),
        FRIENDSHIP(5),
        GROUP(6),
        POST(7),
        CONTENT(8),
        POST_LIKE(9),
        ALBUM(10),
        PHOTO(11),
        PHOTO_LIKE(12),
        GPS(13);

        private final long salt;

        Domain(int number) {
            salt = number * GOLDEN_GAMMA;
        }
    }

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private final long seed;
    private long state;

    Draws(long seed) {
        this.seed = mix(seed + GOLDEN_GAMMA);
    }

    Draws of(Domain domain, long number) {
        state = mix(seed ^ mix(domain.salt + mix(number)));
        return this;
    }

    /** Uniform in [0, bound). */
    int below(int bound) {
        return (int) (((next() >>> 33) * bound) >>> 31);
    }

    /** Uniform in [0, 1). */
    double fraction() {
        return (next() >>> 11) * 0x1.0p-53;
    }

    /** True in {@code percent} of 100 cases. */
    boolean chance(int percent) {
        return below(100) < percent;
    }

    private long next() {
        state += GOLDEN_GAMMA;
        return mix(state);
    }

    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
