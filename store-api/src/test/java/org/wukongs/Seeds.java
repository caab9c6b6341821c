package org.wukongs;

import java.util.Random;

/** Seeds of random tests: printed, and taken from {@code -Dwukongs.seed} to run a failure again. */
public final class Seeds {

    private Seeds() {}

    public static Random random(Class<?> test) {
        long seed = Long.getLong("wukongs.seed", System.nanoTime());
        System.out.println(test.getSimpleName() + ": -Dwukongs.seed=" + seed);
        return new Random(seed);
    }
}
