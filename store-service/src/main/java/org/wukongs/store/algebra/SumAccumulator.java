package org.wukongs.store.algebra;

import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.base.CoreDatatype;
import org.eclipse.rdf4j.query.algebra.MathExpr.MathOp;

/**
 * SUM and AVG: an error where one value is no number, the integer 0 for an empty group. Sums are
 * made from left to right with SPARQL's type promotion.
 */
final class SumAccumulator implements Accumulator {

    private final Computed[] sums;
    private final long[] counts;
    private final boolean average;
    private final ExecutionTerms terms;

    SumAccumulator(ExecutionTerms terms, int groupCount, boolean average) {
        this.terms = terms;
        this.sums = new Computed[groupCount];
        this.counts = new long[groupCount];
        this.average = average;
        for (int group = 0; group < groupCount; group++) {
            sums[group] = new Computed(terms);
            sums[group].setInteger(0);
        }
    }

    @Override
    public void add(int group, Computed value) {
        Computed sum = sums[group];
        value.toNative();
        if (sum.isError()) {
            return;
        }
        if (value.isNumber() || isNumeric(value.value())) {
            Arithmetic.compute(MathOp.PLUS, sum, value, terms);
            counts[group]++;
        } else {
            sum.setError();
        }
    }

    private static boolean isNumeric(Value value) {
        if (!(value instanceof Literal literal)) {
            return false;
        }
        CoreDatatype.XSD type = literal.getCoreDatatype().asXSDDatatypeOrNull();
        return type != null && type.isNumericDatatype();
    }

    @Override
    public void result(int group, Computed into) {
        into.set(sums[group]);
        if (average && counts[group] > 0) {
            Computed count = new Computed(terms);
            count.setInteger(counts[group]);
            Arithmetic.compute(MathOp.DIVIDE, into, count, terms);
        }
    }
}
