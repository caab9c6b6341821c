package org.wukongs.store.algebra;

import java.util.List;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.wukongs.client.QueryPlan;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.explore.ExplorationProfile;
import org.wukongs.store.explore.Explorer;
import org.wukongs.store.explore.Selection;
import org.wukongs.store.explore.StepNames;
import org.wukongs.store.value.SolutionRows;
import org.wukongs.store.view.TripleView;

/**
 * The plan of a query: a tree of operators over tables of ids, which can be executed any number of
 * times.
 */
public final class OperatorPlan {

    private final Operator root;
    private final PlanParts parts;
    private final PatternConstants constants;
    private final Variables variables;
    private final int[] output;
    private final SinglePattern single; // null if the query is not a single pattern

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
     * @param algebra the algebra, of which this takes ownership: the caller must not use it
     *     afterwards
     * @param vars the wanted variables, in order
     * @param ask true if only the existence of a solution is wanted
     * @param plans where its patterns get their plans
     * @throws UnsupportedAlgebraException if some part of the query has no operator
     */
    public static OperatorPlan compile(
            TupleExpr algebra, List<String> vars, boolean ask, PatternPlans plans) {
        PlanParts parts = new PlanParts(plans);
        Variables variables = new Variables();
        Operator root = OperatorCompiler.of(parts, variables).compile(algebra);
        int[] output = vars.stream().mapToInt(variables::find).toArray();
        PlanNames names = new PlanNames(parts, parts.constants(), variables);
        SinglePattern single = SinglePattern.of(root, output, ask, parts, names);
        return new OperatorPlan(root, parts, parts.constants(), variables, output, single);
    }

    /** Returns the pattern of a query that is a single pattern, else null. */
    public SinglePattern single() {
        return single;
    }

    /** Returns this plan with other constants, given as N-Triples strings. */
    public OperatorPlan withConstants(List<String> terms) {
        return new OperatorPlan(root, parts, constants.with(terms), variables, output, single);
    }

    /** Returns the constants of all triple patterns, place by place, as N-Triples strings. */
    public List<String> constants() {
        return constants.terms();
    }

    /**
     * Returns the indexes of the constants that can be replaced: those of subjects and objects,
     * except for classes. Plans depend on the others.
     */
    public List<Integer> openConstants() {
        return parts.template().slots(constants);
    }

    /**
     * Returns the current ids of the constants: pids for predicates, vids for others, UNKNOWN for
     * terms without id.
     */
    public long[] constantIds(TermDictionary dictionary) {
        return constants.ids(dictionary);
    }

    /** Executes the plan; the rows have the wanted variables as columns. */
    public SolutionRows execute(ExecutionInput input) {
        if (single != null) {
            BindingTable rows = explore(input, constantIds(input.dictionary()), single.selection());
            return SolutionRows.of(rows, input.dictionary());
        }
        Execution run = new Execution(this, input);
        return new SolutionRows(solutions(run), run.terms());
    }

    /**
     * Returns the solutions of a single pattern.
     *
     * @param ids used in place of {@link #constantIds}
     * @param selection selection of the pattern's columns
     */
    public BindingTable explore(ExecutionInput input, long[] ids, Selection selection) {
        return explorer(input, ids).select(unit(), single.planned(), selection);
    }

    private BindingTable unit() {
        return BindingTable.unit(single.columnCount());
    }

    /**
     * Returns the explorer for a single pattern, or for a larger pattern that has all its parts.
     *
     * @param ids used in place of {@link #constantIds}; the larger pattern may have more
     * @param more further graphs of the larger pattern, numbered after the plan's own {@link
     *     #graphCount}
     */
    public Explorer explorer(ExecutionInput input, long[] ids, TripleView... more) {
        return new Execution(this, input, ids).explorer(more);
    }

    /** Returns how many graphs its patterns name, including the default graph. */
    public int graphCount() {
        return parts.graphs().count();
    }

    /** Executes the plan of a CONSTRUCT or DESCRIBE, and returns the set of triples. */
    public SolutionRows construct(ExecutionInput input) {
        Execution run = new Execution(this, input);
        return SolutionRows.triples(solutions(run), run.terms());
    }

    private BindingTable solutions(Execution run) {
        return run.solutions(root).select(output);
    }

    /**
     * Returns the steps of a single pattern, else the operators; with {@code execute}, with actual
     * rows and times.
     */
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

    /** Returns the operators, even for a single pattern, without executing them. */
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

    /** Returns the names of what the plan's patterns name by index. */
    public StepNames names() {
        return planNames();
    }

    PlanNames planNames() {
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
