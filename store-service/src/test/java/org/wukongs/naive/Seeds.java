package org.wukongs.naive;

import java.util.Random;
import java.util.SplittableRandom;

/** Seeds of random tests: printed, and taken from {@code -Dwukongs.seed} to run a failure again. */
public final class Seeds {

    private Seeds() {}

    /** A seed for {@code test}, which is printed with it. */
    public static long seed(Class<?> test) {
        long seed = Long.getLong("wukongs.seed", System.nanoTime());
        System.out.println(test.getSimpleName() + ": -Dwukongs.seed=" + seed);
        return seed;
    }

    public static Random random(Class<?> test) {
        return new Random(seed(test));
    }

    /**
     * One of many generators of a seed. {@link Random}s whose seeds are close to each other would
     * begin with much the same numbers.
     */
    public static Random random(long seed, int number) {
        return new Random(new SplittableRandom(seed * 1_000_003 + number).nextLong());
    }
}
