package org.wukongs.store.explore;

import org.agrona.concurrent.NanoClock;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.view.GraphViews;
import org.wukongs.store.view.TripleView;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * Goes on with rows of other nodes, or begins with this node's part of a list: reads graphs of this
 * node and, in place, of others. Solutions that do not fit into an answer, and rows that take too
 * long, are left to the asking node. Any thread.
 */
public final class ForkServer {

    /** Long before the asking node gives the connection up. */
    private static final long TIME_MAX_MS = 3_000;

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
        TripleView[] views =
                request.graphs().stream().map(graphs::graph).toArray(TripleView[]::new);
        try (ExecutionBudget own = new ExecutionBudget(limits, budget, clock, clock.nanoTime())) {
            Bindings bindings =
                    new Bindings(views, request.constants(), new RowFilter[0], dictionary, own);
            ForkExecution execution = new ForkExecution(request, bindings);
            (isBusy ? execution.refuse() : execution.run(idsMax)).encode(out);
        }
    }
}
