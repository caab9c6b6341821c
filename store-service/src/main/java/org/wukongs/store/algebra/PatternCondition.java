package org.wukongs.store.algebra;

import java.util.List;
import org.eclipse.rdf4j.query.algebra.Compare.CompareOp;
import org.wukongs.store.algebra.BooleanExpressions.SameTermTest;
import org.wukongs.store.algebra.ValueExpressions.ColumnValue;
import org.wukongs.store.explore.BasicGraphPattern;
import org.wukongs.store.explore.IdComparison;
import org.wukongs.store.explore.Place;
import org.wukongs.store.explore.RowFilter;

/**
 * A condition that is evaluated within a basic graph pattern.
 *
 * @param byIds for {@code ?a = ?b}, {@code ?a != ?b} and {@code sameTerm(?a, ?b)} if ids decide:
 *     one of the two is a subject and so not a literal, or terms are compared anyway; else null
 */
record PatternCondition(Expression expression, RowFilter byIds) {

    static PatternCondition of(Expression expression, BasicGraphPattern pattern) {
        return new PatternCondition(expression, byIds(expression, pattern));
    }

    private static RowFilter byIds(Expression expression, BasicGraphPattern pattern) {
        List<Expression> sides = expression.arguments();
        if (sides.size() != 2
                || !(sides.get(0) instanceof ColumnValue left)
                || !(sides.get(1) instanceof ColumnValue right)
                || left.column() == right.column()) {
            return null;
        }
        if (expression instanceof SameTermTest) {
            return new IdComparison(true);
        }
        return expression instanceof Comparison comparison
                        && isEquality(comparison.operator())
                        && (isSubject(left, pattern) || isSubject(right, pattern))
                ? new IdComparison(comparison.operator() == CompareOp.EQ)
                : null;
    }

    private static boolean isEquality(CompareOp operator) {
        return operator == CompareOp.EQ || operator == CompareOp.NE;
    }

    private static boolean isSubject(ColumnValue value, BasicGraphPattern pattern) {
        Place place = Place.column(value.column());
        return pattern.patterns().stream().anyMatch(triple -> triple.subject().equals(place));
    }

    /** Returns the filter for one execution. */
    RowFilter filter(Execution run) {
        return byIds == null ? new ConditionFilter(expression, run) : byIds;
    }
}
