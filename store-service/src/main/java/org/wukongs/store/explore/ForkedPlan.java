package org.wukongs.store.explore;

import java.util.List;

/**
 * Executes a plan with forks: the steps between them in place, in the asking thread. All partial
 * solutions before a fork are there before it begins.
 */
final class ForkedPlan {

    private final ExplorationPlan plan;
    private final List<Fork> forks;
    private final Bindings bindings;
    private final int columnCount;
    private final StepCounts[] counts; // of the steps, null if not wanted

    /**
     * @param forks one or more, in the order of the steps
     */
    ForkedPlan(
            ExplorationPlan plan,
            List<Fork> forks,
            Bindings bindings,
            int columnCount,
            boolean isCounted) {
        this.plan = plan;
        this.forks = forks;
        this.bindings = bindings;
        this.columnCount = columnCount;
        this.counts = isCounted ? StepCounts.none(plan.steps().size()) : null;
    }

    /** Returns the counts of the steps, those of other nodes included; null if not wanted. */
    StepCounts[] counts() {
        return counts;
    }

    /** Joins all rows of {@code input}, and adds the solutions to {@code into}. */
    void run(BindingTable input, RowCollector into) {
        Rows rows = new Rows(input, into);
        int at = 0;
        for (Fork fork : forks) {
            if (at < fork.from()) {
                rows.inPlace(at, fork.from());
            }
            rows.forked(fork);
            at = fork.to();
        }
        if (at < plan.steps().size()) {
            rows.inPlace(at, plan.steps().size());
        }
    }

    /** The partial solutions between two parts of the plan. */
    private final class Rows {

        private final List<Step> steps = plan.steps();
        private final BindingTable input;
        private final RowCollector last;
        private BindingTable rows;

        Rows(BindingTable input, RowCollector last) {
            this.input = input;
            this.last = last;
            this.rows = input;
        }

        void inPlace(int from, int to) {
            RowCollector into = collector(to);
            PlanRun run = new PlanRun(plan.part(from, to), columnCount);
            run.bind(rows, bindings, counts != null);
            run.run(0, rows.size(), false, into);
            if (counts != null) {
                run.addCounts(counts, from, to);
            }
            goOn(into);
        }

        void forked(Fork fork) {
            RowCollector into = collector(fork.to());
            if (rows.size() > 0) {
                new ForkedRun(fork, plan, rows, bindings, columnCount, counts).run(into);
            }
            goOn(into);
        }

        /** Returns what takes the solutions of the steps before {@code to}. */
        private RowCollector collector(int to) {
            if (to == steps.size()) {
                return last;
            }
            long wanted = Fork.mask(last.selection().columns());
            for (Step step : steps.subList(to, steps.size())) {
                wanted |= Fork.columns(step);
            }
            wanted &= Fork.bound(input) | Fork.made(steps.subList(0, to));
            int[] columns = new int[columnCount];
            for (int column = 0; column < columnCount; column++) {
                columns[column] = (wanted >>> column & 1) == 1 ? column : -1;
            }
            return new RowCollector(Selection.all(columns), bindings.budget(), PlanRun.MORSEL_ROWS);
        }

        private void goOn(RowCollector into) {
            long bytes = rows == input ? 0 : rows.bytes();
            rows = into == last ? null : into.finish();
            bindings.budget().giveBackBytes(bytes);
        }
    }
}
