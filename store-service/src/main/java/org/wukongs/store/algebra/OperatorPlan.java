package org.wukongs.store.algebra;

import java.util.List;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.wukongs.store.explore.BindingTable;

/** A query as operators over tables of ids, ready to be executed any number of times. */
public final class OperatorPlan {

    private final Operator root;
    private final PlanParts parts;
    private final int columnCount;
    private final int[] output;

    OperatorPlan(Operator root, PlanParts parts, int columnCount, int[] output) {
        this.root = root;
        this.parts = parts;
        this.columnCount = columnCount;
        this.output = output;
    }

    /**
     * Plans a query.
     *
     * @param vars the variables wanted, in order
     * @throws UnsupportedAlgebraException for what only RDF4J evaluates
     */
    public static OperatorPlan compile(TupleExpr algebra, List<String> vars) {
        PlanParts parts = new PlanParts();
        Variables variables = new Variables();
        Operator root = new OperatorCompiler(parts, variables, null).compile(algebra);
        int[] output = vars.stream().mapToInt(variables::find).toArray();
        return new OperatorPlan(root, parts, variables.columnCount(), output);
    }

    /** Executes the plan; the rows have the variables wanted as columns. */
    public SolutionRows execute(ExecutionInput input) {
        Execution run = new Execution(this, input);
        BindingTable table = run.solutions(root);
        return new SolutionRows(table.select(output), run.terms());
    }

    GraphSlots graphs() {
        return parts.graphs();
    }

    PatternConstants constants() {
        return parts.constants();
    }

    List<Expression> filters() {
        return parts.filters();
    }

    int columnCount() {
        return columnCount;
    }

    /** The operators for people, one a line, those that it is made of indented below each. */
    public String describe() {
        StringBuilder text = new StringBuilder();
        describe(root, "", text);
        return text.toString();
    }

    private static void describe(Operator operator, String indent, StringBuilder text) {
        text.append(indent).append(operator.describe()).append('\n');
        operator.below().forEach(below -> describe(below, indent + "  ", text));
    }
}
