package org.wukongs.store.algebra;

/** SAMPLE: the first value. */
final class SampleAccumulator implements Accumulator {

    private final long[] ids;

    SampleAccumulator(int groupCount) {
        ids = new long[groupCount];
    }

    @Override
    public void add(int group, Computed value) {
        if (ids[group] == ExecutionTerms.UNBOUND) {
            ids[group] = value.id();
        }
    }

    @Override
    public void result(int group, Computed into) {
        into.setId(ids[group]);
    }
}
