package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.wukongs.store.view.DistributedGraph;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Runs the last steps of a plan at the nodes that own the vertices of one column: the rows before
 * these steps are sent to their owners, which send back which rows go on and what the steps bind.
 * What a row was bound to before stays here. A node that is busy, or finds more than an answer
 * holds, leaves rows to this one.
 */
final class ForkedRun {

    private final Fork fork;
    private final ExplorationPlan tail;
    private final BindingTable rows;
    private final Bindings bindings;
    private final int columnCount;
    private final ForkRequest request; // without rows
    private final BindingTable read; // the rows with the columns that the steps read

    /**
     * @param tail the steps after the fork
     * @param rows partial solutions before them
     * @param wanted columns of the result
     */
    ForkedRun(
            Fork fork,
            ExplorationPlan tail,
            BindingTable rows,
            Bindings bindings,
            int columnCount,
            Selection wanted) {
        this.fork = fork;
        this.tail = tail;
        this.rows = rows;
        this.bindings = bindings;
        this.columnCount = columnCount;
        List<Step> steps = tail.steps();
        long readColumns = 0;
        for (Step step : steps) {
            readColumns |= Fork.columns(step);
        }
        this.read = new BindingTable(new long[columnCount][], rows.size());
        for (int column = 0; column < Math.min(columnCount, rows.columnCount()); column++) {
            if ((readColumns >>> column & 1) == 1) {
                read.setColumn(column, rows.column(column));
            }
        }
        long made = Fork.made(steps, 0) & Fork.mask(wanted);
        this.request = ForkRequest.of(tail, bindings, columnCount, made, read);
    }

    /** Adds all solutions to {@code into}. */
    void run(RowCollector into) {
        DistributedGraph graph = fork.graph();
        int[][] rowsOf = split();
        List<Sent> sent = new ArrayList<>();
        for (int node = 0; node < rowsOf.length; node++) {
            if (node != graph.self() && rowsOf[node].length > 0) {
                sent.add(new Sent(node, rowsOf[node]));
            }
        }
        int[] own = rowsOf[graph.self()];
        runHere(own, 0, own.length, into);
        for (Sent part : sent) {
            part.finish(into);
        }
    }

    /** Returns the rows of each node. */
    private int[][] split() {
        DistributedGraph graph = fork.graph();
        long[] vertices = rows.column(fork.column());
        int[] owners = new int[rows.size()];
        int[] counts = new int[graph.nodeCount()];
        for (int row = 0; row < owners.length; row++) {
            owners[row] = graph.owner(vertices[row]);
            counts[owners[row]]++;
        }
        int[][] rowsOf = new int[counts.length][];
        for (int node = 0; node < counts.length; node++) {
            rowsOf[node] = new int[counts[node]];
            counts[node] = 0;
        }
        for (int row = 0; row < owners.length; row++) {
            rowsOf[owners[row]][counts[owners[row]]++] = row;
        }
        return rowsOf;
    }

    /** Goes on with some of {@code which} here, asking other nodes in place. */
    private void runHere(int[] which, int from, int to, RowCollector into) {
        if (from == to) {
            return;
        }
        BindingTable some = rows.gather(Arrays.copyOfRange(which, from, to), to - from);
        bindings.budget().takeBytes(some.bytes());
        PlanRun run = new PlanRun(tail, columnCount);
        run.bind(some, bindings, false);
        run.run(0, some.size(), false, into);
        bindings.budget().giveBackBytes(some.bytes());
    }

    /** The rows of another node. */
    private final class Sent {

        private final int node;
        private final int[] which;
        private int from; // those before are done
        private int to; // those before are asked for
        private Supplier<WireReader> answer;

        Sent(int node, int[] which) {
            this.node = node;
            this.which = which;
            send();
        }

        private void send() {
            to = Math.min(which.length, from + ForkRequest.ROWS_MAX);
            WireWriter out = fork.graph().fork();
            request.with(read.gather(Arrays.copyOfRange(which, from, to), to - from)).encode(out);
            answer = fork.graph().send(node, out);
        }

        void finish(RowCollector into) {
            while (true) {
                WireReader in = answer.get();
                bindings.budget().checkTime();
                int done =
                        (int) InputLimits.checkRange("rows of a fork", in.getInt(), 0, to - from);
                take(in, done, into);
                from += done;
                if (done == 0) {
                    runHere(which, from, to, into);
                    from = to;
                }
                if (from == which.length) {
                    return;
                }
                send();
            }
        }

        private void take(WireReader in, int done, RowCollector into) {
            ForkAnswer found = ForkAnswer.decode(in, done, request.made(), columnCount);
            int[] extended = found.rows();
            for (int i = 0; i < extended.length; i++) {
                extended[i] = which[from + extended[i]];
            }
            BindingTable solutions = rows.gather(extended, extended.length);
            long bytes = solutions.bytes() + found.bytes();
            bindings.budget().takeBytes(bytes);
            Morsel morsel = new Morsel(columnCount);
            morsel.reset(found.joinedTo(solutions, columnCount));
            into.add(morsel);
            bindings.budget().giveBackBytes(bytes);
        }
    }
}
