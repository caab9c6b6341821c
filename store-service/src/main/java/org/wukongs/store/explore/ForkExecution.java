package org.wukongs.store.explore;

import java.util.Arrays;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.store.view.DistributedGraph;
import org.wukongs.stream.InputLimits;

/** Goes on with the rows of one {@link ForkRequest}, as far as their solutions fit. */
final class ForkExecution {

    /** If the solutions of some rows do not fit into an answer, those of so few of them may. */
    private static final int SMALLER = 16;

    /** Makes a table of the rows {@code from} to {@code to - 1}. */
    private interface Pieces {
        BindingTable of(int from, int to);
    }

    private final ForkRequest request;
    private final Bindings bindings;
    private final int from; // the first row
    private final int size;
    private final Pieces pieces;
    private final ExplorationPlan plan; // of the rows
    private final StepCounts[] counts;

    /**
     * @throws WukongsException USER if a start begins after the end of the list
     */
    ForkExecution(ForkRequest request, Bindings bindings) {
        this.request = request;
        this.bindings = bindings;
        this.counts = StepCounts.none(request.plan().steps().size());
        if (request.isStart()) {
            DistributedGraph graph = bindings.graph(request.start()).distributed();
            int self = graph == null ? 0 : graph.self();
            ForkStart start = ForkStart.of(request.start(), bindings, self, request.rows());
            plan = request.plan().after(1);
            from = (int) InputLimits.checkRange("place", request.place(), 0, start.size());
            size = start.size();
            pieces = start::rows;
        } else {
            plan = request.plan();
            from = 0;
            size = request.rows().size();
            pieces = numbered(request)::slice;
        }
    }

    /** Returns the rows with the number of each in a column after the others. */
    private static BindingTable numbered(ForkRequest request) {
        int rowColumn = request.columnCount();
        long[][] columns = new long[rowColumn + 1][];
        for (int column = 0; column < rowColumn; column++) {
            columns[column] = request.rows().column(column);
        }
        return new BindingTable(columns, request.rows().size()).withRowNumbers(rowColumn);
    }

    /** Returns an answer that leaves all rows to the asking node. */
    ForkAnswer refuse() {
        BindingTable none = new BindingTable(request.columnCount() + 1);
        return ForkAnswer.of(request, from, size, none, List.of());
    }

    /** Returns the solutions of as many rows as an answer of {@code idsMax} ids has. */
    ForkAnswer run(int idsMax) {
        int most = idsMax / (1 + Long.bitCount(request.made()));
        int expected = Math.min(size, ForkRequest.ROWS_MAX);
        RowCollector found = new RowCollector(selection(most + 1L), bindings.budget(), expected);
        PlanRun run = new PlanRun(plan, request.columnCount() + 1);
        int done = from;
        int solutions = 0; // those of the rows that are done
        int step = ForkRequest.ROWS_MAX;
        while (done < size && step > 0) {
            int to = Math.min(size, done + step);
            if (goesOn(run, pieces.of(done, to), found)) {
                done = to;
                solutions = found.size();
            } else {
                found.cut(solutions);
                step = (to - done) / SMALLER;
            }
        }
        BindingTable answered = found.finish().slice(0, solutions);
        List<StepCounts> sent = request.counted() ? Arrays.asList(counts) : List.of();
        return ForkAnswer.of(request, done, size, answered, sent);
    }

    /** Selects the columns to send back and the row numbers, each at its place. */
    private Selection selection(long limit) {
        int rowColumn = request.columnCount();
        int[] columns = new int[rowColumn + 1];
        for (int column = 0; column < rowColumn; column++) {
            columns[column] = (request.made() >>> column & 1) == 1 ? column : -1;
        }
        columns[rowColumn] = request.isStart() ? -1 : rowColumn;
        return new Selection(columns, false, 0, limit);
    }

    /** Goes on with some rows; returns false if their solutions do not fit, or take too long. */
    private boolean goesOn(PlanRun run, BindingTable rows, RowCollector found) {
        ExecutionBudget budget = bindings.budget();
        long bytes = rows.bytes();
        try {
            budget.takeBytes(bytes);
            run.bind(rows, bindings, request.counted());
            run.run(0, rows.size(), false, found);
            if (found.isFull()) {
                return false;
            }
            count(run, rows.size());
            return true;
        } catch (WukongsException e) {
            if (e.reason() == Reason.TIME_LIMIT
                    || e.reason() == Reason.MEMORY_LIMIT
                    || e.reason() == Reason.ROW_LIMIT) {
                return false;
            }
            throw e;
        } finally {
            budget.giveBackBytes(bytes);
        }
    }

    private void count(PlanRun run, int rowCount) {
        if (request.counted()) {
            counts[0].rowsOut += request.isStart() ? rowCount : 0;
            run.addCounts(counts, request.isStart() ? 1 : 0, counts.length);
        }
    }
}
