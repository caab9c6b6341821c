package org.wukongs.store.explore;

import java.util.Arrays;
import java.util.List;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.view.TripleView;

/**
 * Answers the basic graph patterns of one execution by graph exploration with full history: a
 * binding table grows by one pattern after the other, so there is no final join (Wukong, OSDI'16,
 * section 4.4). Used by one thread.
 */
public final class Explorer {

    private final Bindings bindings;
    private Workers workers = Workers.NONE;
    private ExplorationProfile profile; // null if none is wanted

    /**
     * The lists have what patterns name by index: {@link TriplePattern#graph()}, {@link
     * Place#constant()}, {@link PatternFilter#filter()}.
     */
    public Explorer(
            TripleView[] graphs,
            long[] constants,
            RowFilter[] filters,
            TermDictionary dictionary,
            ExecutionBudget budget) {
        bindings = new Bindings(graphs, constants, filters, dictionary, budget);
    }

    /** Lets other threads help with large explorations. */
    public void useWorkers(Workers helpers) {
        workers = helpers;
    }

    /** Adds the steps of each further exploration to a profile, with times. */
    public void profileInto(ExplorationProfile into) {
        profile = into;
    }

    /** Adds the plan for an input to a profile, without executing it. */
    public void explain(BindingTable input, PlannedPattern planned, ExplorationProfile into) {
        if (input.size() > 0 && !planned.hasUnknown(bindings)) {
            ExplorationPlan plan = planned.plan(input, bindings).plan();
            long wanted = Fork.bound(input) | Fork.mask(planned.variables());
            List<Fork> forks = ForkPlanner.forks(plan, input, bindings, wanted);
            into.add(plan, forks, ForkPlanner.costs(bindings), null);
        }
    }

    /** Like {@link #extend(BindingTable, PlannedPattern)}, with a plan for this call only. */
    public BindingTable extend(BindingTable input, BasicGraphPattern pattern) {
        return extend(input, new PlannedPattern(pattern));
    }

    /**
     * Returns the join of {@code input} with the solutions of a pattern, as a bag, in no particular
     * order. A row that does not bind a variable is compatible with any value of it. The result has
     * the columns of the input, followed by those of the pattern that the input lacks.
     *
     * <p>To learn from which row of the input a row comes, add a column of {@link
     * BindingTable#withRowNumbers row numbers} to the input.
     */
    public BindingTable extend(BindingTable input, PlannedPattern planned) {
        int[] columns = new int[Math.max(input.columnCount(), planned.columnCount())];
        Arrays.setAll(columns, column -> column);
        return select(input, planned, Selection.all(columns));
    }

    /** Like {@link #extend}, but makes only the selected columns and rows. */
    public BindingTable select(BindingTable input, PlannedPattern planned, Selection selection) {
        BasicGraphPattern pattern = planned.pattern();
        int columnCount = Math.max(input.columnCount(), planned.columnCount());
        if (columnCount > Planner.COLUMNS_MAX || pattern.patterns().size() > Planner.PATTERNS_MAX) {
            return WidePatterns.select(this, input, pattern, selection);
        }
        Selection bound = selection.of(input, planned.variables());
        if (input.size() == 0 || planned.hasUnknown(bindings)) {
            return new RowCollector(bound, bindings.budget(), 0).finish();
        }
        List<BindingTable> groups = InputGroups.of(input, planned.variables());
        PlannedPattern.Planned first = planned.plan(groups.get(0), bindings);
        RowCollector collector =
                new RowCollector(bound, bindings.budget(), first.rowGuess().rows());
        run(groups.get(0), first, columnCount, collector);
        for (int i = 1; i < groups.size() && !collector.isFull(); i++) {
            run(groups.get(i), planned.plan(groups.get(i), bindings), columnCount, collector);
        }
        return collector.finish();
    }

    private void run(
            BindingTable input,
            PlannedPattern.Planned planned,
            int columnCount,
            RowCollector collector) {
        ExplorationPlan plan = planned.plan();
        List<Fork> forks = forks(plan, input, collector);
        if (!forks.isEmpty()) {
            runForked(input, plan, forks, columnCount, collector);
            return;
        }
        boolean alone = collector.isLimited() || profile != null;
        int headStages = alone ? 0 : ParallelRun.headStages(plan, bindings, workers);
        if (headStages > 0) {
            runParallel(input, plan, headStages, columnCount, collector);
            return;
        }
        PlanRun run = planned.take(columnCount);
        int before = collector.size();
        try {
            run.bind(input, bindings, profile != null);
            run.run(0, input.size(), collector.isLimited(), collector);
            if (profile != null) {
                StepCounts[] counts = StepCounts.none(plan.steps().size());
                run.addCounts(counts, 0, counts.length);
                profile.add(plan, forks, ForkPlanner.costs(bindings), counts);
            }
            planned.rowGuess().note(collector.size() - before);
        } finally {
            planned.giveBack(run);
        }
    }

    /** Returns where the plan forks; an execution that may end early stays in place. */
    private List<Fork> forks(ExplorationPlan plan, BindingTable input, RowCollector collector) {
        return collector.isLimited()
                ? List.of()
                : ForkPlanner.forks(
                        plan, input, bindings, Fork.mask(collector.selection().columns()));
    }

    private void runParallel(
            BindingTable input,
            ExplorationPlan plan,
            int headStages,
            int columnCount,
            RowCollector collector) {
        BindingTable rows = runHead(input, plan.head(headStages), columnCount);
        Selection wanted = collector.selection().inPlace(columnCount);
        ExplorationPlan tail = plan.tail(headStages);
        new ParallelRun(tail, rows, bindings, wanted, workers.count()).run(workers, collector);
        bindings.budget().giveBackBytes(rows.bytes());
    }

    private void runForked(
            BindingTable input,
            ExplorationPlan plan,
            List<Fork> forks,
            int columnCount,
            RowCollector collector) {
        ForkedPlan forked = new ForkedPlan(plan, forks, bindings, columnCount, profile != null);
        forked.run(input, collector);
        if (profile != null) {
            profile.add(plan, forks, ForkPlanner.costs(bindings), forked.counts());
        }
    }

    /** Returns the partial solutions after the first steps of a plan; their bytes are taken. */
    private BindingTable runHead(BindingTable input, ExplorationPlan head, int columnCount) {
        Selection bound = Selection.all(head.boundColumns(input, columnCount));
        RowCollector before = new RowCollector(bound, bindings.budget(), PlanRun.MORSEL_ROWS);
        PlanRun run = new PlanRun(head, columnCount);
        run.bind(input, bindings, false);
        run.run(0, input.size(), false, before);
        return before.finish();
    }

    /** Returns the rows of a table for which a condition holds. */
    BindingTable filter(BindingTable table, PatternFilter filter) {
        Morsel morsel = new Morsel(table.columnCount());
        morsel.reset(table);
        Check check = new Check(Step.filter(filter));
        check.bind(bindings);
        int[] kept = new int[table.size()];
        return table.gather(kept, check.run(morsel, kept));
    }

    /** Returns the selected columns and rows of a table. */
    BindingTable select(BindingTable table, Selection selection) {
        Morsel morsel = new Morsel(table.columnCount());
        morsel.reset(table);
        RowCollector collector = new RowCollector(selection, bindings.budget(), table.size());
        collector.add(morsel);
        return collector.finish();
    }
}
