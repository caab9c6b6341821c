package org.wukongs.store.explore;

import java.util.List;
import org.agrona.concurrent.NanoClock;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.view.GraphViews;
import org.wukongs.store.view.TripleView;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Goes on with rows of other nodes: reads graphs of this node and, in place, of others. Solutions
 * that do not fit into an answer, and rows that take too long, are left to the asking node. Any
 * thread.
 */
public final class ForkServer {

    /** Long before the asking node gives the connection up. */
    private static final long TIME_MAX_MS = 3_000;

    /** If the solutions of some rows do not fit into an answer, those of so few of them may. */
    private static final int SMALLER = 16;

    private final TermDictionary dictionary;
    private final ExecutionLimits limits;
    private final NodeBudget budget;
    private final NanoClock clock;
    private final int idsMax;

    public ForkServer(
            TermDictionary dictionary, ExecutionLimits limits, NodeBudget budget, NanoClock clock) {
        this(dictionary, limits, budget, clock, ForkRequest.IDS_MAX);
    }

    /** As above, with at most {@code idsMax} ids in an answer. */
    ForkServer(
            TermDictionary dictionary,
            ExecutionLimits limits,
            NodeBudget budget,
            NanoClock clock,
            int idsMax) {
        this.dictionary = dictionary;
        this.limits = limits.within(TIME_MAX_MS);
        this.budget = budget;
        this.clock = clock;
        this.idsMax = idsMax;
    }

    /**
     * Reads a request and writes its answer; USER error if a value of the request is out of bounds.
     *
     * @param isBusy true to leave all rows to the asking node
     */
    public void answer(GraphViews graphs, WireReader in, boolean isBusy, WireWriter out) {
        ForkRequest request = ForkRequest.decode(in);
        int rowColumn = request.columnCount();
        if (isBusy) {
            ForkAnswer.encode(0, new BindingTable(rowColumn + 1), rowColumn, request.made(), out);
            return;
        }
        try (ExecutionBudget own = new ExecutionBudget(limits, budget, clock, clock.nanoTime())) {
            run(request, views(graphs, request.graphs()), own, out);
        }
    }

    private static TripleView[] views(GraphViews graphs, List<String> names) {
        return names.stream().map(graphs::graph).toArray(TripleView[]::new);
    }

    private void run(ForkRequest request, TripleView[] views, ExecutionBudget own, WireWriter out) {
        int rowColumn = request.columnCount();
        BindingTable rows = numbered(request.rows(), rowColumn);
        Bindings bindings =
                new Bindings(views, request.constants(), new RowFilter[0], dictionary, own);
        int most = idsMax / (1 + Long.bitCount(request.made()));
        RowCollector found = new RowCollector(selection(request, most + 1L), own, rows.size());
        PlanRun run = new PlanRun(request.plan(), rowColumn + 1);
        run.bind(rows, bindings, false);
        int done = 0;
        int solutions = 0; // those of the rows that are done
        int step = Math.max(1, rows.size());
        while (done < rows.size() && step > 0) {
            int to = Math.min(rows.size(), done + step);
            if (goesOn(run, done, to, found)) {
                done = to;
                solutions = found.size();
            } else {
                found.cut(solutions);
                step /= SMALLER;
            }
        }
        ForkAnswer.encode(done, found.finish().slice(0, solutions), rowColumn, request.made(), out);
    }

    private static BindingTable numbered(BindingTable rows, int rowColumn) {
        long[][] columns = new long[rowColumn + 1][];
        for (int column = 0; column < rowColumn; column++) {
            columns[column] = rows.column(column);
        }
        return new BindingTable(columns, rows.size()).withRowNumbers(rowColumn);
    }

    /** Selects the columns to send back and the row numbers, each at its place. */
    private static Selection selection(ForkRequest request, long limit) {
        int[] columns = new int[request.columnCount() + 1];
        for (int column = 0; column < columns.length; column++) {
            boolean isSent =
                    column == request.columnCount() || (request.made() >>> column & 1) == 1;
            columns[column] = isSent ? column : -1;
        }
        return new Selection(columns, false, 0, limit);
    }

    /** Goes on with some rows; returns false if their solutions do not fit, or take too long. */
    private static boolean goesOn(PlanRun run, int from, int to, RowCollector found) {
        try {
            run.run(from, to, false, found);
            return !found.isFull();
        } catch (WukongsException e) {
            if (e.reason() == Reason.TIME_LIMIT
                    || e.reason() == Reason.MEMORY_LIMIT
                    || e.reason() == Reason.ROW_LIMIT) {
                return false;
            }
            throw e;
        }
    }
}
