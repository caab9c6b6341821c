package org.wukongs.store.algebra;

import java.util.List;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.wukongs.client.QueryPlan;
import org.wukongs.store.explore.BindingTable;

/** A query as operators over tables of ids, ready to be executed any number of times. */
public final class OperatorPlan {

    private final Operator root;
    private final PlanParts parts;
    private final Variables variables;
    private final int[] output;

    OperatorPlan(Operator root, PlanParts parts, Variables variables, int[] output) {
        this.root = root;
        this.parts = parts;
        this.variables = variables;
        this.output = output;
    }

    /**
     * Plans a query.
     *
     * @param vars the variables wanted, in order
     * @throws UnsupportedAlgebraException for what has no operator
     */
    public static OperatorPlan compile(TupleExpr algebra, List<String> vars) {
        PlanParts parts = new PlanParts();
        Variables variables = new Variables();
        Operator root = OperatorCompiler.of(parts, variables).compile(algebra);
        int[] output = vars.stream().mapToInt(variables::find).toArray();
        return new OperatorPlan(root, parts, variables, output);
    }

    /** Executes the plan; the rows have the variables wanted as columns. */
    public SolutionRows execute(ExecutionInput input) {
        Execution run = new Execution(this, input);
        return new SolutionRows(solutions(run), run.terms());
    }

    /** As above, where the rows are to be triples, a set. */
    public SolutionRows construct(ExecutionInput input) {
        Execution run = new Execution(this, input);
        return SolutionRows.triples(solutions(run), run.terms());
    }

    private BindingTable solutions(Execution run) {
        return run.solutions(root).select(output);
    }

    /** The operators, as they are executed for it where {@code input} is not null. */
    public List<QueryPlan.Step> explain(ExecutionInput input) {
        OperatorProfile profile = new OperatorProfile(new PlanNames(parts, variables));
        if (input != null) {
            Execution run = new Execution(this, input);
            run.profileInto(profile);
            solutions(run);
        }
        return profile.steps(root);
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
        return variables.columnCount();
    }
}
