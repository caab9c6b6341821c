package org.wukongs.store.algebra;

import org.eclipse.rdf4j.query.algebra.evaluation.util.ValueComparator;

/** MIN and MAX in the order of ORDER BY; the first of equal values; an error for no value. */
final class ExtremeAccumulator implements Accumulator {

    private final ValueComparator comparator = new ValueComparator();
    private final Computed[] extremes;
    private final Computed candidate;
    private final Computed current;
    private final Terms terms;
    private final int direction;

    /** {@code direction} is -1 for MIN, 1 for MAX. */
    ExtremeAccumulator(Terms terms, int groupCount, int direction) {
        this.terms = terms;
        this.extremes = new Computed[groupCount];
        this.direction = direction;
        this.candidate = new Computed(terms);
        this.current = new Computed(terms);
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

    /** Numbers without looking at their terms; neither side is changed. */
    private int compare(Computed a, Computed b) {
        candidate.set(a);
        current.set(b);
        candidate.toNative();
        current.toNative();
        return candidate.isNumber() && current.isNumber()
                ? Comparison.order(candidate, current)
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
