package org.wukongs.store.continuous;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.wukongs.client.QueryPlan;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.Latencies;
import org.wukongs.store.template.MembersView;

/** Finds out how a query, or its whole template, is executed over some windows. */
final class ExplainJob implements PinnedJob {

    private final RegisteredQuery query;
    private final MembersView members; // of the template; null for the query alone
    private final boolean execute;
    private final WindowInputs inputs;
    private final WindowExecutor executor;
    private final Queue<PinnedJob> finished;
    private final CompletableFuture<QueryPlan> plan = new CompletableFuture<>();
    private int place;

    /** {@code execute} wants rows and times of the steps. */
    ExplainJob(
            RegisteredQuery query,
            MembersView members,
            boolean execute,
            WindowInputs inputs,
            WindowExecutor executor,
            Queue<PinnedJob> finished) {
        this.query = query;
        this.members = members;
        this.execute = execute;
        this.inputs = inputs;
        this.executor = executor;
        this.finished = finished;
    }

    CompletableFuture<QueryPlan> plan() {
        return plan;
    }

    @Override
    public RegisteredQuery query() {
        return query;
    }

    @Override
    public long firstWindowEndMs() {
        return inputs.windowEndMs();
    }

    @Override
    public int place() {
        return place;
    }

    @Override
    public void place(int newPlace) {
        place = newPlace;
    }

    @Override
    public void record(Latencies latencies) {
        // Nobody waited for its rows: it is no execution of the query.
    }

    @Override
    public void run() {
        try {
            plan.complete(executor.explain(query, members, inputs, execute));
        } catch (RuntimeException e) {
            plan.completeExceptionally(e);
        } finally {
            finished.add(this);
        }
    }

    @Override
    public void cancel(WukongsException reason) {
        plan.completeExceptionally(reason);
        finished.add(this);
    }
}
