package org.wukongs.store.algebra;

/** MIN and MAX in the order of ORDER BY; the first of equal values; an error for no value. */
final class ExtremeAccumulator implements Accumulator {

    private final ValueOrder order = new ValueOrder();
    private final Computed[] extremes;
    private final ExecutionTerms terms;
    private final int direction;

    /** {@code direction} is -1 for MIN, 1 for MAX. */
    ExtremeAccumulator(ExecutionTerms terms, int groupCount, int direction) {
        this.terms = terms;
        this.extremes = new Computed[groupCount];
        this.direction = direction;
    }

    @Override
    public void add(int group, Computed value) {
        if (extremes[group] == null) {
            extremes[group] = new Computed(terms);
            keep(group, value);
        } else if (Integer.signum(compare(value, extremes[group])) == direction) {
            keep(group, value);
        }
    }

    /** Of a text that is kept, the id: that counts. */
    private void keep(int group, Computed value) {
        if (value.isText()) {
            value.id();
        }
        extremes[group].set(value);
    }

    private int compare(Computed a, Computed b) {
        a.toNative();
        b.toNative();
        if (Comparison.isOrdered(a, b)) {
            return Comparison.order(a, b);
        }
        terms.meter().digits((long) ValueBytes.chars(a.value()) + ValueBytes.chars(b.value()));
        return order.compare(a.value(), b.value());
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
