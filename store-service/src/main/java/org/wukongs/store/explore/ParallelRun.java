package org.wukongs.store.explore;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.wukongs.error.WukongsException;

/**
 * Runs the last stages of a plan with several threads: the rows before these stages are cut into
 * morsels, which the threads take one after the other. The result has the same row order as with
 * one thread. The asking thread takes morsels too, so it waits only for morsels that others have
 * started.
 */
final class ParallelRun {

    /** A cheaper plan runs in less time than threads need to wake up and hand over. */
    static final double COST_NS_MIN = 500_000;

    /** Several morsels per worker, so that threads with cheap morsels take more of them. */
    private static final int MORSELS_PER_WORKER = 16;

    private final ExplorationPlan tail;
    private final BindingTable rows;
    private final Bindings bindings;
    private final Selection selection;
    private final int morselRows;
    private final BindingTable[] results; // by morsel
    private final AtomicInteger nextMorsel = new AtomicInteger();
    private final CountDownLatch pending;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /**
     * {@code rows} are the partial solutions before the stages of {@code tail}; {@code selection}
     * keeps the places of columns.
     */
    ParallelRun(
            ExplorationPlan tail,
            BindingTable rows,
            Bindings bindings,
            Selection selection,
            int workerCount) {
        this.tail = tail;
        this.rows = rows;
        this.bindings = bindings;
        this.selection = selection;
        this.morselRows = morselRows(rows.size(), bindings, workerCount);
        this.results = new BindingTable[(rows.size() + morselRows - 1) / morselRows];
        this.pending = new CountDownLatch(results.length);
    }

    private static int morselRows(int rowCount, Bindings bindings, int workerCount) {
        int most = PlanRun.morselRows(bindings);
        if (bindings.isRemote()) {
            return Math.min(most, Math.max(PlanRun.MORSEL_ROWS, rowCount / workerCount));
        }
        int morsels = Math.min(rowCount, workerCount * MORSELS_PER_WORKER);
        return Math.min(most, Math.max(1, rowCount / Math.max(1, morsels)));
    }

    /**
     * Returns the number of stages that one thread runs before several share the rest; 0 if the
     * plan is too small to share, or must not be shared.
     */
    static int headStages(ExplorationPlan plan, Bindings bindings, Workers workers) {
        if (workers.count() == 1 || plan.estimatedCost() < COST_NS_MIN) {
            return 0;
        }
        if (!sharable(bindings)) {
            return 0;
        }
        List<Stage> stages = plan.stages();
        for (int i = 0; i + 1 < stages.size(); i++) {
            if (rowsBehind(stages.get(i)) >= workers.count() * MORSELS_PER_WORKER) {
                return i + 1;
            }
        }
        return 0;
    }

    private static boolean sharable(Bindings bindings) {
        return bindings.filters().length == 0
                && Arrays.stream(bindings.graphs()).allMatch(graph -> graph.concurrentReads());
    }

    private static double rowsBehind(Stage stage) {
        List<Step> checks = stage.checks();
        return checks.isEmpty()
                ? stage.producer().estimate()
                : checks.get(checks.size() - 1).estimate();
    }

    /** Adds all solutions to {@code into}. */
    void run(Workers workers, RowCollector into) {
        int helpers = Math.min(workers.count(), results.length) - 1;
        for (int i = 0; i < helpers; i++) {
            workers.executor().execute(() -> help(workers));
        }
        work(() -> false);
        await();
        for (int i = 0; i < results.length; i++) {
            Morsel morsel = new Morsel(results[i].columnCount());
            morsel.reset(results[i]);
            into.add(morsel);
            bindings.budget().giveBackBytes(results[i].bytes());
            results[i] = null;
        }
    }

    /** Helps until other queries wait, and helps again when none wait. */
    private void help(Workers workers) {
        work(workers.othersWait());
        if (nextMorsel.get() < results.length) {
            workers.executor().execute(() -> help(workers));
        }
    }

    /** Takes morsels until there are no more, or {@code giveWay} returns true after one. */
    private void work(BooleanSupplier giveWay) {
        PlanRun run = null;
        int morsel = nextMorsel.getAndIncrement();
        while (morsel < results.length) {
            try {
                if (failure.get() == null) {
                    if (run == null) {
                        run = new PlanRun(tail, rows.columnCount());
                        run.bind(rows, bindings, false);
                    }
                    results[morsel] = run(run, morsel);
                }
            } catch (RuntimeException | Error e) {
                failure.compareAndSet(null, e); // thrown by the asking thread
            } finally {
                pending.countDown();
            }
            if (giveWay.getAsBoolean()) {
                return;
            }
            morsel = nextMorsel.getAndIncrement();
        }
    }

    private BindingTable run(PlanRun run, int morsel) {
        RowCollector collector = new RowCollector(selection, bindings.budget(), morselRows);
        int from = morsel * morselRows;
        run.run(from, Math.min(rows.size(), from + morselRows), false, collector);
        return collector.finish();
    }

    private void await() {
        boolean interrupted = false;
        while (pending.getCount() > 0) {
            try {
                pending.await();
            } catch (InterruptedException e) {
                // Continue waiting: helpers read memory that the asking thread protects from reuse.
                interrupted = true;
                failure.compareAndSet(null, WukongsException.retriable("query was interrupted"));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Throwable thrown = failure.get();
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown != null) {
            throw (RuntimeException) thrown;
        }
    }
}
