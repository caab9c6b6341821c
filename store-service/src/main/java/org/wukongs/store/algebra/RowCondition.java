package org.wukongs.store.algebra;

import java.util.stream.IntStream;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.RowFilter;

/** The condition of a FILTER for an exploration that is planned elsewhere. */
public final class RowCondition {

    private final ValueExpr condition;
    private final OperatorPlan plan;
    private final Expression expression;

    private RowCondition(ValueExpr condition, OperatorPlan plan, Expression expression) {
        this.condition = condition;
        this.plan = plan;
        this.expression = expression;
    }

    /**
     * Plans a condition over some variables.
     *
     * @param names all variables of the condition, in the order of a filter's columns
     * @throws UnsupportedAlgebraException for what only RDF4J evaluates
     */
    public static RowCondition compile(ValueExpr condition, String[] names) {
        PlanParts parts = new PlanParts();
        Variables variables = new Variables();
        for (String name : names) {
            variables.column(name);
        }
        int[] columns = IntStream.range(0, names.length).toArray();
        OperatorCompiler operators = new OperatorCompiler(parts, variables, null);
        Expression expression =
                new ExpressionCompiler(operators, Columns.of(columns)).compile(condition);
        return new RowCondition(
                condition, new OperatorPlan(new UnitRow(), parts, variables, columns), expression);
    }

    /** The filter of one execution. */
    public RowFilter filter(ExecutionInput input) {
        Condition holds = new Condition(expression, new Execution(plan, input));
        int columnCount = plan.columnCount();
        return (columns, count, kept) -> {
            long[][] wide = new long[columnCount][];
            System.arraycopy(columns, 0, wide, 0, columns.length);
            return holds.select(new BindingTable(wide, count), kept);
        };
    }

    /** The condition as RDF4J writes it. */
    @Override
    public String toString() {
        return condition.toString().strip();
    }
}
