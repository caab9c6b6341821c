package org.wukongs.store.algebra;

import org.eclipse.rdf4j.query.algebra.evaluation.util.ValueComparator;

/** MIN and MAX in the order of ORDER BY; the first of equal values; an error for no value. */
final class ExtremeAccumulator implements Accumulator {

    private final ValueComparator comparator = new ValueComparator();
    private final Computed[] extremes;
    private final Terms terms;
    private final int direction;

    /** {@code direction} is -1 for MIN, 1 for MAX. */
    ExtremeAccumulator(Terms terms, int groupCount, int direction) {
        this.terms = terms;
        this.extremes = new Computed[groupCount];
        this.direction = direction;
        comparator.setStrict(false);
    }

    @Override
    public void add(int group, Computed value) {
        if (extremes[group] == null) {
            extremes[group] = new Computed(terms);
            extremes[group].set(value);
        } else if (Integer.signum(compare(value, extremes[group])) == direction) {
            extremes[group].set(value);
        }
    }

    private int compare(Computed a, Computed b) {
        a.toNative();
        b.toNative();
        return Comparison.isOrdered(a, b)
                ? Comparison.order(a, b)
                : comparator.compare(a.value(), b.value());
    }

    @Override
    public void result(int group, Computed into) {
        if (extremes[group] == null) {
            into.setError();
        } else {
            into.set(extremes[group]);
        }
    }
}
