package org.wukongs.store.plan;

import java.lang.ref.Cleaner;
import java.util.List;
import org.wukongs.client.OneShotResult;
import org.wukongs.csparql.ResultForm;
import org.wukongs.store.explore.ExecutionBudget;

/**
 * The result of a one-shot query as ids, which become strings one row at a time. To be closed:
 * until then it counts as memory of queries. Used by one thread at a time.
 */
public final class OneShotRows implements AutoCloseable {

    /** A reply that is never begun, as its client went away, has nobody else to close its rows. */
    private static final Cleaner FORGOTTEN = Cleaner.create();

    private final long snapshot;
    private final QueryResult result;
    private final Cleaner.Cleanable cleanable; // null where nothing of the node is held

    /** {@code budget} has what the rows take. */
    OneShotRows(long snapshot, QueryResult result, ExecutionBudget budget) {
        this.snapshot = snapshot;
        this.result = result;
        budget.trim();
        this.cleanable = budget.holdsNodeMemory() ? FORGOTTEN.register(this, budget::close) : null;
    }

    /** Stable_SN of what was read. */
    public long snapshot() {
        return snapshot;
    }

    public ResultForm form() {
        return result.form();
    }

    /** Columns; subject, predicate, object for a graph; none for ASK. */
    public List<String> vars() {
        return result.vars();
    }

    /** From the beginning of the execution to all rows as ids. */
    public long engineNs() {
        return result.engineNs();
    }

    /** How many rows there are; for ASK 1 is true. */
    public int size() {
        return result.rows().size();
    }

    /** N-Triples strings, null where unbound. */
    public String[] row(int index) {
        return result.rows().row(index);
    }

    /** All rows as strings, for who has memory for them. */
    public OneShotResult collect() {
        return new OneShotResult(snapshot, form(), vars(), result.rows().strings(), engineNs());
    }

    @Override
    public void close() {
        if (cleanable != null) {
            cleanable.clean();
        }
    }
}
