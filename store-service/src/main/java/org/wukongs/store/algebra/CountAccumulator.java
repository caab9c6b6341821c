package org.wukongs.store.algebra;

/** COUNT. */
final class CountAccumulator implements Accumulator {

    private final long[] counts;

    CountAccumulator(int groupCount) {
        counts = new long[groupCount];
    }

    @Override
    public void add(int group, Computed value) {
        counts[group]++;
    }

    @Override
    public void result(int group, Computed into) {
        into.setInteger(counts[group]);
    }
}
