package org.wukongs.store.plan;

import java.lang.ref.Cleaner;
import java.util.List;
import org.wukongs.client.OneShotResult;
import org.wukongs.csparql.ResultForm;
import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermHold;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.value.RowCells;

/**
 * The result of a one-shot query as ids, whose texts are read some dozens at a time. Until it is
 * closed, it counts as memory of queries. Used by one thread at a time.
 */
public final class OneShotRows implements AutoCloseable {

    /** Closes the rows of a reply that is never started because its client went away. */
    private static final Cleaner FORGOTTEN = Cleaner.create();

    private final long snapshot;
    private final QueryResult result;
    private final TermHold terms; // null if it holds nothing of the node
    private final Cleaner.Cleanable cleanable; // likewise

    /**
     * {@code budget} counts the bytes of the rows, {@code terms} held their terms until now. They
     * are held on if the rows are so many that reading them may take longer than terms are kept
     * anyway.
     */
    OneShotRows(long snapshot, QueryResult result, ExecutionBudget budget, TermHold terms) {
        this.snapshot = snapshot;
        this.result = result;
        budget.trim();
        this.terms = budget.holdsNodeMemory() ? terms.forReader() : null;
        this.cleanable = this.terms == null ? null : cleanable(this, budget, this.terms);
    }

    private static Cleaner.Cleanable cleanable(
            OneShotRows rows, ExecutionBudget budget, TermHold terms) {
        return FORGOTTEN.register(
                rows,
                () -> {
                    budget.close();
                    terms.close();
                });
    }

    /** Returns the Stable_SN that was read. */
    public long snapshot() {
        return snapshot;
    }

    public ResultForm form() {
        return result.form();
    }

    /** Returns the columns: subject, predicate, object for a graph; none for ASK. */
    public List<String> vars() {
        return result.vars();
    }

    /** Returns the time from the start of the execution until all rows existed as ids. */
    public long engineNs() {
        return result.engineNs();
    }

    /** Returns the number of rows; for ASK, 1 means true. */
    public int size() {
        return result.rows().size();
    }

    /**
     * Returns the cells as N-Triples texts, row by row; each call begins with the first. Reading
     * them is a RETRIABLE error if the caller is so slow that terms of rows are reclaimed.
     */
    public RowCells cells() {
        RowCells cells = result.rows().cells();
        return terms == null ? cells : cells.checked(this::checkOpen);
    }

    private void checkOpen() {
        if (!terms.isOpen()) {
            throw WukongsException.retriable("the rows of a query are read too slowly");
        }
    }

    /** Returns all rows as strings, for callers that have memory for them. */
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
