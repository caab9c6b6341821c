package org.wukongs.store.explore;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.wukongs.store.view.DistributedGraph;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Runs the steps of a {@link Fork}: the rows before these steps are sent to the owners of their
 * vertices, which send back which rows go on and what the steps bind. What a row was bound to
 * before stays here. At a start each node makes the rows of its part of a list. A node that is
 * busy, or finds more than an answer holds, leaves rows to this one.
 */
final class ForkedRun {

    private final Fork fork;
    private final ExplorationPlan plan; // of these steps
    private final BindingTable rows;
    private final Bindings bindings;
    private final StepCounts[] counts; // of all steps of the execution, null if not wanted
    private final ForkRequest request; // without rows
    private final BindingTable read; // the rows with the columns that the steps read

    /**
     * @param whole plan of which the fork is a part
     * @param rows partial solutions before the fork; of a start, one
     * @param counts of the steps of {@code whole}, null if they are not wanted
     */
    ForkedRun(
            Fork fork,
            ExplorationPlan whole,
            BindingTable rows,
            Bindings bindings,
            int columnCount,
            StepCounts[] counts) {
        this.fork = fork;
        this.plan = whole.part(fork.from(), fork.to());
        this.rows = rows;
        this.bindings = bindings;
        this.counts = counts;
        long readColumns = 0;
        for (Step step : plan.steps()) {
            readColumns |= Fork.columns(step);
        }
        this.read = new BindingTable(new long[columnCount][], rows.size());
        for (int column = 0; column < Math.min(columnCount, rows.columnCount()); column++) {
            if ((readColumns >>> column & 1) == 1) {
                read.setColumn(column, rows.column(column));
            }
        }
        this.request = ForkRequest.of(plan, bindings, fork, counts != null, read);
    }

    /** Adds all solutions to {@code into}. */
    void run(RowCollector into) {
        DistributedGraph graph = fork.graph();
        int[][] rowsOf = fork.isStart() ? new int[graph.nodeCount()][] : split();
        List<Sent> sent = new ArrayList<>();
        for (int node = 0; node < rowsOf.length; node++) {
            boolean isAsked = fork.isStart() ? graph.hasPart(node) : rowsOf[node].length > 0;
            if (node != graph.self() && isAsked) {
                sent.add(new Sent(node, rowsOf[node]));
            }
        }
        if (fork.isStart()) {
            startHere(graph.self(), 0, Integer.MAX_VALUE, into);
        } else {
            int[] own = rowsOf[graph.self()];
            runHere(own, 0, own.length, into);
        }
        for (Sent part : sent) {
            part.finish(into);
        }
    }

    /** Returns the rows of each node. */
    private int[][] split() {
        DistributedGraph graph = fork.graph();
        long[] vertices = rows.column(fork.column());
        int[] owners = new int[rows.size()];
        int[] sizes = new int[graph.nodeCount()];
        for (int row = 0; row < owners.length; row++) {
            owners[row] = graph.owner(vertices[row]);
            sizes[owners[row]]++;
        }
        int[][] rowsOf = new int[sizes.length][];
        for (int node = 0; node < sizes.length; node++) {
            rowsOf[node] = new int[sizes[node]];
            sizes[node] = 0;
        }
        for (int row = 0; row < owners.length; row++) {
            rowsOf[owners[row]][sizes[owners[row]]++] = row;
        }
        return rowsOf;
    }

    /** Goes on with some of {@code which} here, asking other nodes in place. */
    private void runHere(int[] which, int from, int to, RowCollector into) {
        if (from < to) {
            BindingTable some = rows.gather(Arrays.copyOfRange(which, from, to), to - from);
            runHere(plan, fork.from(), some, into);
        }
    }

    /** Goes on here with some of the rows that a node's part of the list gives. */
    private void startHere(int node, int from, int to, RowCollector into) {
        ForkStart start = ForkStart.of(plan.stages().get(0).producer(), bindings, node, rows);
        int end = Math.min(to, start.size());
        for (int at = from; at < end; at += ForkRequest.ROWS_MAX) {
            BindingTable some = start.rows(at, Math.min(end, at + ForkRequest.ROWS_MAX));
            if (counts != null) {
                counts[fork.from()].rowsOut += some.size();
            }
            runHere(plan.after(1), fork.from() + 1, some, into);
        }
    }

    private void runHere(
            ExplorationPlan steps, int firstStep, BindingTable some, RowCollector into) {
        bindings.budget().takeBytes(some.bytes());
        PlanRun run = new PlanRun(steps, read.columnCount());
        run.bind(some, bindings, counts != null);
        run.run(0, some.size(), false, into);
        if (counts != null) {
            run.addCounts(counts, firstStep, fork.to());
        }
        bindings.budget().giveBackBytes(some.bytes());
    }

    /** The rows of another node, or its part of the list. */
    private final class Sent {

        private final int node;
        private final int[] which; // null for a start
        private int from; // those before are done
        private int size;
        private ForkRequest asked;
        private Supplier<WireReader> answer;

        Sent(int node, int[] which) {
            this.node = node;
            this.which = which;
            this.size = which == null ? 0 : which.length;
            send();
        }

        private void send() {
            asked = which == null ? request.from(from) : request.with(next());
            WireWriter out = fork.graph().fork();
            asked.encode(out);
            if (counts != null) {
                counts[fork.from()].requests++;
                counts[fork.from()].bytes += out.length();
            }
            answer = fork.graph().send(node, out);
        }

        private BindingTable next() {
            int to = end();
            return read.gather(Arrays.copyOfRange(which, from, to), to - from);
        }

        private int end() {
            return Math.min(size, from + ForkRequest.ROWS_MAX);
        }

        void finish(RowCollector into) {
            while (true) {
                WireReader in = answer.get();
                bindings.budget().checkTime();
                ForkAnswer found = ForkAnswer.decode(in, asked, asked.rows().size());
                count(found, in);
                take(found, into);
                int before = from;
                from = which == null ? found.done() : from + found.done();
                size = which == null ? found.size() : size;
                if (from == before && from < size) {
                    takeBack(into);
                }
                if (from == size) {
                    return;
                }
                send();
            }
        }

        private void count(ForkAnswer found, WireReader in) {
            if (counts != null) {
                counts[fork.from()].bytes += in.lengthBytes();
                StepCounts.add(found.counts(), counts, fork.from(), fork.to());
            }
        }

        /** Goes on here with what the node has left. */
        private void takeBack(RowCollector into) {
            int to = end();
            if (which == null) {
                startHere(node, from, to, into);
            } else {
                runHere(which, from, to, into);
            }
            from = to;
        }

        private void take(ForkAnswer found, RowCollector into) {
            int[] extended = found.rows() == null ? new int[found.count()] : found.rows();
            for (int i = 0; which != null && i < extended.length; i++) {
                extended[i] = which[from + extended[i]];
            }
            BindingTable solutions = rows.gather(extended, extended.length);
            long bytes = solutions.bytes() + found.bytes();
            bindings.budget().takeBytes(bytes);
            Morsel morsel = new Morsel(read.columnCount());
            morsel.reset(found.joinedTo(solutions, read.columnCount()));
            into.add(morsel);
            bindings.budget().giveBackBytes(bytes);
        }
    }
}
