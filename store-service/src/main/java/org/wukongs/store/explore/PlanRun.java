package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Executes a plan in one thread: morsels of partial solutions go through the stages depth first, so
 * that intermediate results stay small and in the caches, and an execution can stop when it has
 * enough rows. A run can be reused with other bindings, and keeps its buffers.
 */
final class PlanRun {

    /**
     * Rows of a morsel: enough for cache misses to overlap and for calls to be negligible. A column
     * takes 16 KB.
     */
    static final int MORSEL_ROWS = 2048;

    /**
     * The same if reads ask other nodes: a request takes as long as some thousand rows, and a
     * column of 128 KB is still in the cache.
     */
    static final int MORSEL_ROWS_REMOTE = 8 * MORSEL_ROWS;

    /** Rows examined between two checks of the clock: well under a millisecond of work. */
    private static final int TIME_CHECK_ROWS = 4096;

    /** First size of morsels if rows are limited; sizes then double. */
    private static final int LIMITED_MORSEL_ROWS = 32;

    private final AtomicBoolean claimed = new AtomicBoolean(true);
    private final int columnCount;
    private final StageRun[] stages;
    private final Morsel root;
    private ExecutionBudget budget;
    private RowCollector collector;
    private int morselRowsMax = MORSEL_ROWS;
    private int morselRows;
    private int rowsUntilCheck;
    private long takenBytes;
    private long grownBytes;

    PlanRun(ExplorationPlan plan, int columnCount) {
        this.columnCount = columnCount;
        stages = new StageRun[plan.stages().size()];
        for (int i = 0; i < stages.length; i++) {
            stages[i] = new StageRun(plan.stages().get(i), columnCount, this::grow);
        }
        root = new Morsel(columnCount);
    }

    /** Returns the most rows of a morsel. */
    static int morselRows(Bindings bindings) {
        return bindings.isRemote() ? MORSEL_ROWS_REMOTE : MORSEL_ROWS;
    }

    /** Takes the run, if it is idle, for the caller's exclusive use; a new one is its maker's. */
    boolean claim() {
        return claimed.compareAndSet(false, true);
    }

    /** Ends the exclusive use; nothing of the execution is kept but the counts of its steps. */
    void release() {
        unbind();
        claimed.setRelease(false);
    }

    int columnCount() {
        return columnCount;
    }

    /** Sets the input, and the values that the plan names by index. */
    void bind(BindingTable input, Bindings bindings, boolean timed) {
        budget = bindings.budget();
        morselRowsMax = morselRows(bindings);
        root.reset(input);
        for (StageRun stage : stages) {
            stage.bind(bindings, timed);
        }
    }

    private void unbind() {
        budget = null;
        collector = null;
        root.clear();
        for (StageRun stage : stages) {
            stage.unbind();
        }
    }

    /**
     * Joins rows {@code from} to {@code to - 1} of the input, and adds the solutions to {@code
     * into}.
     */
    void run(int from, int to, boolean limited, RowCollector into) {
        collector = into;
        rowsUntilCheck = TIME_CHECK_ROWS;
        morselRows = limited ? LIMITED_MORSEL_ROWS : morselRowsMax;
        takenBytes = 0;
        drive(0, root, from, to);
        budget.giveBackBytes(takenBytes);
    }

    /** Runs the stages from {@code index} on; returns false if no more rows are wanted. */
    private boolean drive(int index, Morsel parent, int from, int to) {
        StageRun stage = stages[index];
        Morsel morsel = stage.morsel();
        stage.begin(parent, from, to);
        int looked = stage.next(morselRows);
        while (looked >= 0) {
            check(looked);
            if (morsel.size() > 0 && !handOn(index, morsel)) {
                return false;
            }
            if (morselRows < morselRowsMax) {
                morselRows *= 2;
            }
            looked = stage.next(morselRows);
        }
        return true;
    }

    private boolean handOn(int index, Morsel morsel) {
        return index + 1 == stages.length
                ? collector.add(morsel)
                : drive(index + 1, morsel, 0, morsel.size());
    }

    private void check(int looked) {
        rowsUntilCheck -= looked;
        if (rowsUntilCheck < 0) {
            rowsUntilCheck = TIME_CHECK_ROWS;
            budget.checkTime();
            checkBytes();
        }
    }

    /** Called before a buffer grows. */
    private void grow(long bytes) {
        budget.takeBytes(bytes);
        takenBytes += bytes;
        grownBytes += bytes;
    }

    /** Returns roughly the bytes of its buffers. */
    long grownBytes() {
        return grownBytes;
    }

    private void checkBytes() {
        long bytes = 0;
        for (StageRun stage : stages) {
            bytes += stage.bytes();
        }
        if (bytes > takenBytes) {
            budget.takeBytes(bytes - takenBytes);
            takenBytes = bytes;
        }
    }

    StageRun[] stages() {
        return stages;
    }

    /**
     * Adds the counts of its steps since it was bound to those of a longer plan, in which its steps
     * are those from {@code from} to {@code to - 1}. A step before these only passes rows on.
     */
    void addCounts(StepCounts[] into, int from, int to) {
        List<StepCounts> own = new ArrayList<>();
        for (StageRun stage : stages) {
            own.addAll(Arrays.asList(stage.counts()));
        }
        StepCounts.add(own, into, from, to);
    }
}
