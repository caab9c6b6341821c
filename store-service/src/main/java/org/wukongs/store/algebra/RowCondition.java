package org.wukongs.store.algebra;

import java.util.List;
import org.eclipse.rdf4j.query.algebra.Compare;
import org.eclipse.rdf4j.query.algebra.Compare.CompareOp;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.helpers.collectors.VarNameCollector;
import org.wukongs.store.explore.RowFilter;

/** The condition of a FILTER for an exploration that is planned elsewhere. */
public final class RowCondition {

    private final ValueExpr condition;
    private final OperatorPlan plan;
    private final List<String> names; // by column
    private final Expression expression;

    private RowCondition(
            ValueExpr condition, OperatorPlan plan, List<String> names, Expression expression) {
        this.condition = condition;
        this.plan = plan;
        this.names = names;
        this.expression = expression;
    }

    /**
     * Plans a condition.
     *
     * @throws UnsupportedAlgebraException for what has no operator
     */
    public static RowCondition compile(ValueExpr condition) {
        PlanParts parts = new PlanParts();
        Variables variables = new Variables();
        List<String> names = List.copyOf(VarNameCollector.process(condition));
        int[] columns = names.stream().mapToInt(variables::column).toArray();
        OperatorCompiler operators = OperatorCompiler.of(parts, variables);
        Expression expression =
                new ExpressionCompiler(operators, Columns.of(columns)).compile(condition);
        return new RowCondition(
                condition,
                new OperatorPlan(new UnitRow(), parts, variables, columns),
                names,
                expression);
    }

    /** The variables that it reads, in the order in which its filter wants their columns. */
    public List<String> variables() {
        return expression.columns().stream().mapToObj(names::get).toList();
    }

    /** Whether it is {@code ?a = ?b} or {@code ?a != ?b}. */
    public boolean comparesVariables() {
        return condition instanceof Compare compare
                && (compare.getOperator() == CompareOp.EQ || compare.getOperator() == CompareOp.NE)
                && compare.getLeftArg() instanceof Var left
                && compare.getRightArg() instanceof Var right
                && !left.hasValue()
                && !right.hasValue()
                && !left.getName().equals(right.getName());
    }

    /** Of a condition that compares variables: whether they are to be equal. */
    public boolean isEquality() {
        return condition instanceof Compare compare && compare.getOperator() == CompareOp.EQ;
    }

    /** The filter of one execution. */
    public RowFilter filter(ExecutionInput input) {
        return new ConditionFilter(expression, plan.columnCount(), new Execution(plan, input));
    }

    /** The condition as RDF4J writes it. */
    @Override
    public String toString() {
        return condition.toString().strip();
    }
}
