package org.wukongs.store.algebra;

import java.util.List;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.wukongs.client.QueryPlan;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.ExplorationProfile;
import org.wukongs.store.explore.Explorer;
import org.wukongs.store.explore.PlannedPattern;
import org.wukongs.store.explore.Selection;
import org.wukongs.store.explore.StepNames;
import org.wukongs.store.view.TripleView;

/** A query as operators over tables of ids, ready to be executed any number of times. */
public final class OperatorPlan {

    private final Operator root;
    private final PlanParts parts;
    private final PatternConstants constants;
    private final Variables variables;
    private final int[] output;
    private final SinglePattern single; // null if it is more

    private OperatorPlan(
            Operator root,
            PlanParts parts,
            PatternConstants constants,
            Variables variables,
            int[] output,
            SinglePattern single) {
        this.root = root;
        this.parts = parts;
        this.constants = constants;
        this.variables = variables;
        this.output = output;
        this.single = single;
    }

    OperatorPlan(Operator root, PlanParts parts, Variables variables, int[] output) {
        this(root, parts, parts.constants(), variables, output, null);
    }

    /**
     * Plans a query.
     *
     * @param algebra the caller's no more
     * @param vars the variables wanted, in order
     * @param ask whether no more is wanted than if there is a solution
     * @throws UnsupportedAlgebraException for what has no operator
     */
    public static OperatorPlan compile(TupleExpr algebra, List<String> vars, boolean ask) {
        PlanParts parts = new PlanParts();
        Variables variables = new Variables();
        Operator root = OperatorCompiler.of(parts, variables).compile(algebra);
        int[] output = vars.stream().mapToInt(variables::find).toArray();
        SinglePattern single = SinglePattern.of(root, output, ask, parts);
        return new OperatorPlan(root, parts, parts.constants(), variables, output, single);
    }

    /** The only pattern of a query that is nothing else; null if it is more. */
    public SinglePattern single() {
        return single;
    }

    /** The same with a plan of its only pattern that queries of one template share. */
    public OperatorPlan withPlanned(PlannedPattern shared) {
        return new OperatorPlan(root, parts, constants, variables, output, single.with(shared));
    }

    /** The same with other terms, N-Triples strings, in the places of its constants. */
    public OperatorPlan withConstants(List<String> terms) {
        return new OperatorPlan(root, parts, constants.with(terms), variables, output, single);
    }

    /** The constants of all triple patterns, place by place, as N-Triples strings. */
    public List<String> constants() {
        return constants.terms();
    }

    /** Vids of the constants now, pids of predicates, UNKNOWN for terms without id. */
    public long[] constantIds(TermDictionary dictionary) {
        return constants.ids(dictionary);
    }

    /** Executes the plan; the rows have the variables wanted as columns. */
    public SolutionRows execute(ExecutionInput input) {
        if (single != null) {
            BindingTable rows = explore(input, constantIds(input.dictionary()), single.selection());
            return SolutionRows.of(rows, input.dictionary());
        }
        Execution run = new Execution(this, input);
        return new SolutionRows(solutions(run), run.terms());
    }

    /**
     * The solutions of a single pattern.
     *
     * @param ids in place of {@link #constantIds}
     * @param selection of its columns
     */
    public BindingTable explore(ExecutionInput input, long[] ids, Selection selection) {
        return explorer(input, ids).select(unit(), single.planned(), selection);
    }

    private BindingTable unit() {
        return BindingTable.unit(single.columnCount());
    }

    /**
     * What answers a single pattern, or a larger one that has all of its parts.
     *
     * @param ids in place of {@link #constantIds}; the larger pattern may have more
     * @param more graphs of the larger pattern, named after the plan's own {@link #graphCount}
     */
    public Explorer explorer(ExecutionInput input, long[] ids, TripleView... more) {
        return new Execution(this, input, ids).explorer(more);
    }

    /** How many graphs its patterns name, the default graph included. */
    public int graphCount() {
        return parts.graphs().count();
    }

    /** As above, where the rows are to be triples, a set. */
    public SolutionRows construct(ExecutionInput input) {
        Execution run = new Execution(this, input);
        return SolutionRows.triples(solutions(run), run.terms());
    }

    private BindingTable solutions(Execution run) {
        return run.solutions(root).select(output);
    }

    /** The steps of a single pattern, else the operators; with {@code execute} what they did. */
    public List<QueryPlan.Step> explain(ExecutionInput input, boolean execute) {
        if (single != null) {
            return explainSingle(input, execute);
        }
        OperatorProfile profile = new OperatorProfile(planNames());
        if (execute) {
            Execution run = new Execution(this, input);
            run.profileInto(profile);
            solutions(run);
        }
        return profile.steps(root);
    }

    /** The operators, not executed, also of a single pattern. */
    List<QueryPlan.Step> operators() {
        return new OperatorProfile(planNames()).steps(root);
    }

    private List<QueryPlan.Step> explainSingle(ExecutionInput input, boolean execute) {
        ExplorationProfile profile = new ExplorationProfile(names());
        Explorer explorer = explorer(input, constantIds(input.dictionary()));
        if (execute) {
            explorer.profileInto(profile);
            explorer.select(unit(), single.planned(), single.selection());
        } else {
            explorer.explain(unit(), single.planned(), profile);
        }
        return profile.steps();
    }

    /** Names of what the plan's patterns have by index. */
    public StepNames names() {
        return planNames();
    }

    private PlanNames planNames() {
        return new PlanNames(parts, constants, variables);
    }

    GraphSlots graphs() {
        return parts.graphs();
    }

    List<PatternCondition> filters() {
        return parts.filters();
    }

    int columnCount() {
        return variables.columnCount();
    }
}
