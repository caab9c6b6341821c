package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.List;
import org.wukongs.store.view.DistributedGraph;
import org.wukongs.store.view.RequestCosts;
import org.wukongs.store.view.TripleView;

/**
 * Chooses where the steps of a plan are executed: at the asking node, which asks others in place,
 * once a step and node with a column; or at the owners of a column's vertices ({@link Fork}). Of
 * all divisions of the plan the cheapest is taken, by the plan's estimates and the costs of
 * requests. What a read costs at the node that has the vertices is the same everywhere and is not
 * counted.
 */
final class ForkPlanner {

    /** Time that both nodes need to split, check and merge a row. */
    private static final double MERGE_NS = 18;

    /**
     * A number of 4 bytes, in ids: how many neighbours a row has, or which row a solution extends.
     */
    private static final double NUMBER_IDS = 0.5;

    /** A step in place that reads the memory of other nodes of the same host. */
    private static final double MEMORY_NS = 1_000;

    /** A row of such a step: what it reads is not in the processor's caches. */
    private static final double MEMORY_ROW_NS = 150;

    private final List<Step> steps;
    private final Bindings bindings;
    private final DistributedGraph graph; // of the steps that can be forked
    private final RequestCosts costs;
    private final int nodes;
    private final double elsewhere; // share of rows whose vertices other nodes own
    private final boolean canStart; // the first step at all nodes
    private final double[] rows; // before each step
    private final long[] bound; // columns, before each step
    private final long[] wanted; // columns, by that step, those after it, and the result
    private final double[] cost; // from each step on
    private final Fork[] forks; // that begins with each step, null for the step in place

    private ForkPlanner(
            ExplorationPlan plan,
            BindingTable input,
            Bindings bindings,
            long wantedColumns,
            DistributedGraph graph) {
        this.steps = plan.steps();
        this.bindings = bindings;
        this.graph = graph;
        this.costs = graph.costs();
        this.nodes = nodeCount(graph);
        this.elsewhere = (nodes - 1.0) / nodes;
        this.canStart = input.size() == 1 && steps.get(0).kind() == StepKind.INDEX;
        int count = steps.size();
        this.rows = new double[count + 1];
        this.bound = new long[count + 1];
        this.wanted = new long[count + 1];
        this.cost = new double[count + 1];
        this.forks = new Fork[count];
        rows[0] = input.size();
        bound[0] = Fork.bound(input);
        for (int i = 0; i < count; i++) {
            Step step = steps.get(i);
            rows[i + 1] = step.kind() == StepKind.PASS ? rows[i] : step.estimate();
            bound[i + 1] = bound[i] | Fork.made(List.of(step));
        }
        wanted[count] = wantedColumns;
        for (int i = count - 1; i >= 0; i--) {
            wanted[i] = wanted[i + 1] | Fork.columns(steps.get(i));
        }
    }

    /** Returns how many nodes read and are read. */
    private static int nodeCount(DistributedGraph graph) {
        int count = 0;
        for (int node = 0; node < graph.nodeCount(); node++) {
            count += graph.hasPart(node) || node == graph.self() ? 1 : 0;
        }
        return count;
    }

    /**
     * Returns the forks of a plan in the order of its steps; what is between them is executed in
     * place.
     *
     * @param wanted columns of the result, as bits
     */
    static List<Fork> forks(
            ExplorationPlan plan, BindingTable input, Bindings bindings, long wanted) {
        DistributedGraph graph = anyDistributed(bindings);
        return graph == null
                ? List.of()
                : new ForkPlanner(plan, input, bindings, wanted, graph).choose();
    }

    /** Returns what requests cost; null if no graph is at several nodes. */
    static RequestCosts costs(Bindings bindings) {
        DistributedGraph graph = anyDistributed(bindings);
        return graph == null ? null : graph.costs();
    }

    /** Returns one of the graphs that are at several nodes, null if there is none. */
    private static DistributedGraph anyDistributed(Bindings bindings) {
        if (!bindings.isRemote()) {
            return null;
        }
        for (TripleView view : bindings.graphs()) {
            if (view.distributed() != null) {
                return view.distributed();
            }
        }
        return null;
    }

    private List<Fork> choose() {
        for (int i = steps.size() - 1; i >= 0; i--) {
            cost[i] = inPlace(i) + cost[i + 1];
            forkFrom(i);
        }
        List<Fork> chosen = new ArrayList<>();
        int at = 0;
        while (at < steps.size()) {
            Fork fork = forks[at];
            if (fork != null) {
                chosen.add(fork);
            }
            at = fork == null ? at + 1 : fork.to();
        }
        return chosen;
    }

    /**
     * Finds the cheapest fork that begins with a step, if it is cheaper than that step in place.
     */
    private void forkFrom(int from) {
        boolean starts = from == 0 && canStart;
        double[] saved = new double[Long.SIZE]; // by column: of the steps that it owns
        int best = -1; // column that saves most
        double all = 0; // of all steps, if each node asks for what it does not have
        long predicates = 0; // columns that are read as predicates
        for (int i = from; i < steps.size() && canFork(steps.get(i)); i++) {
            Step step = steps.get(i);
            predicates |= Fork.column(step.predicate());
            if ((predicates & bound[from]) != 0) {
                return; // no node trusts what another one says is a predicate
            }
            double byAll = starts && i == 0 ? 0 : ofStep(i, nodes);
            all += byAll;
            int owner = Fork.owner(step);
            if (owner >= 0 && canLeaveBy(owner, from, starts)) {
                saved[owner] += byAll;
                best = best < 0 || saved[owner] > saved[best] ? owner : best;
            }
            if (starts ? i > 0 : best >= 0) {
                double left = all - (best < 0 ? 0 : saved[best]);
                consider(from, i + 1, starts ? steps.get(0).column() : best, left);
            }
        }
    }

    private boolean canLeaveBy(int column, int from, boolean starts) {
        return starts ? column == steps.get(0).column() : (bound[from] >>> column & 1) == 1;
    }

    private void consider(int from, int to, int column, double asked) {
        boolean starts = from == 0 && canStart;
        long made = Fork.made(steps.subList(from, to)) & wanted[to];
        double total = asked + moved(from, to, made, starts) + cost[to];
        if (total < cost[from]) {
            cost[from] = total;
            forks[from] = new Fork(from, to, column, starts, made, graph);
        }
    }

    /** Returns what it costs that rows leave and come back. */
    private double moved(int from, int to, long made, boolean starts) {
        double asked = starts ? nodes - 1 : Math.min(nodes - 1.0, rows[from] * elsewhere);
        double rounds = rounds(starts ? 1 : rows[from] / nodes, ForkRequest.ROWS_MAX);
        long read = 0;
        for (Step step : steps.subList(from, to)) {
            read |= Fork.columns(step);
        }
        double sentRows = starts ? 0 : rows[from];
        double sent = sentRows * Long.bitCount(read & bound[from]);
        double back = rows[to] * (Long.bitCount(made) + (starts ? 0 : NUMBER_IDS));
        // a fork is read by one thread and answered by another, which is a second request's work
        return rounds * (requests(asked, 1) + asked * costs.workNs())
                + (sentRows + rows[to]) * elsewhere * MERGE_NS
                + (sent + back) * elsewhere * costs.idNs();
    }

    private boolean canFork(Step step) {
        if (step.kind() == StepKind.FILTER || step.kind() == StepKind.PASS) {
            return false;
        }
        DistributedGraph of = bindings.graph(step).distributed();
        return of != null && of.sn() == graph.sn();
    }

    private double inPlace(int i) {
        Step step = steps.get(i);
        return step.graph() < 0 || !bindings.graph(step).isRemote() ? 0 : ofStep(i, 1);
    }

    /** Returns what a step costs if some nodes ask all others, each for its share of the rows. */
    private double ofStep(int i, int askers) {
        Step step = steps.get(i);
        boolean byRow = Fork.owner(step) >= 0;
        double share = rows[i] / askers; // of the rows
        double asked = byRow ? share * elsewhere : nodes - 1;
        if (!byRow && step.vertex() != null) {
            asked = elsewhere; // the owner of a constant
        }
        if (graph.readsInPlace() && step.vertex() != null) {
            return rounds(share, PlanRun.MORSEL_ROWS_REMOTE) * MEMORY_NS
                    + rows[i] * (byRow ? elsewhere * MEMORY_ROW_NS : 0);
        }
        boolean isProbe = step.kind() == StepKind.PROBE;
        double sent = byRow || isProbe ? rows[i] : 0;
        double back = isProbe ? 0 : rows[i + 1] * (byRow ? 1 : askers);
        back += isProbe || !byRow ? 0 : rows[i] * NUMBER_IDS;
        return rounds(share, PlanRun.MORSEL_ROWS_REMOTE)
                        * requests(Math.min(nodes - 1.0, asked), askers)
                + sent * elsewhere * (MERGE_NS + costs.idNs())
                + back * elsewhere * costs.idNs();
    }

    private static double rounds(double rowCount, int most) {
        return Math.max(1, Math.ceil(rowCount / most));
    }

    /**
     * Returns the time of requests that go together.
     *
     * @param asked nodes that one node asks, in the mean
     * @param askers nodes that ask at the same time
     */
    private double requests(double asked, int askers) {
        return Math.min(1, asked * askers) * costs.waitNs()
                + Math.max(0, asked * askers - 1) * costs.workNs();
    }
}
