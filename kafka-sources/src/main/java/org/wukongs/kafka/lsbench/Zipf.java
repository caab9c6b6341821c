package org.wukongs.kafka.lsbench;

import java.util.Arrays;

/** Draws ranks 0 … n−1 with probability proportional to (rank+1)^−exponent. Immutable. */
final class Zipf {

    private final double[] cumulative;

    Zipf(int rankCount, double exponent) {
        cumulative = new double[rankCount];
        double sum = 0;
        for (int rank = 0; rank < rankCount; rank++) {
            // StrictMath: the same ranks on every machine.
            sum += StrictMath.pow(rank + 1.0, -exponent);
            cumulative[rank] = sum;
        }
    }

    int rank(Draws draws) {
        double target = draws.fraction() * cumulative[cumulative.length - 1];
        int found = Arrays.binarySearch(cumulative, target);
        int rank = found >= 0 ? found + 1 : -found - 1;
        return Math.min(rank, cumulative.length - 1);
    }
}
