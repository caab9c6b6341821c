package org.wukongs.store.algebra;

import org.eclipse.rdf4j.query.algebra.Compare.CompareOp;
import org.wukongs.store.explore.BasicGraphPattern;
import org.wukongs.store.explore.IdComparison;
import org.wukongs.store.explore.Place;
import org.wukongs.store.explore.RowFilter;

/**
 * A condition that a basic graph pattern asks.
 *
 * @param byIds whether it compares two variables of which one is a subject, so no literal: then
 *     equal values are equal terms
 */
record PatternCondition(Expression expression, boolean byIds) {

    static PatternCondition of(Expression expression, BasicGraphPattern pattern) {
        boolean byIds =
                expression instanceof Comparison comparison
                        && isEquality(comparison.operator())
                        && comparison.left() instanceof ColumnValue left
                        && comparison.right() instanceof ColumnValue right
                        && left.column() != right.column()
                        && (isSubject(left.column(), pattern)
                                || isSubject(right.column(), pattern));
        return new PatternCondition(expression, byIds);
    }

    private static boolean isEquality(CompareOp operator) {
        return operator == CompareOp.EQ || operator == CompareOp.NE;
    }

    private static boolean isSubject(int column, BasicGraphPattern pattern) {
        Place place = Place.column(column);
        return pattern.patterns().stream().anyMatch(triple -> triple.subject().equals(place));
    }

    /** What asks it in one execution. */
    RowFilter filter(Execution run) {
        return byIds
                ? new IdComparison(((Comparison) expression).operator() == CompareOp.EQ)
                : new ConditionFilter(expression, run);
    }
}
