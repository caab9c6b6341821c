package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.wukongs.client.WindowResult;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.CsparqlQuery.Emission;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.Latencies;
import org.wukongs.store.execution.RowsMemory;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.template.QueryTemplate;

/**
 * Executions of one query, one after the other: those of one window end for RSTREAM, all of a fetch
 * for ISTREAM and DSTREAM, as each needs the one before it. Made by the agent; a worker executes it
 * and puts it among the finished ones, where the agent finds it; what it reads is pinned until
 * then.
 */
final class WindowJob implements PinnedJob {

    private final RegisteredQuery query;
    private final WindowInputs before;
    private final List<WindowInputs> inputs;
    private final WindowExecutor executor;
    private final WindowFetch fetch;
    private final Queue<PinnedJob> finished;

    // Written by whoever runs it, read behind its passage through the queue of finished ones.
    private final List<WindowResult> results = new ArrayList<>();
    private long[] resultBytes; // of each; null while no rows are held
    private long countedBytes;
    private List<String[]> rowsBefore; // the whole result before; none where all is new
    private RuntimeException failure;
    private ExecutionBudget held; // the rows, until the fetch is closed; null while there are none

    /**
     * {@code before} are the inputs of the execution before the first, null where there was none or
     * the query does not compare.
     */
    WindowJob(
            RegisteredQuery query,
            WindowInputs before,
            List<WindowInputs> inputs,
            WindowExecutor executor,
            WindowFetch fetch,
            Queue<PinnedJob> finished) {
        this.query = query;
        this.before = before;
        this.inputs = inputs;
        this.executor = executor;
        this.fetch = fetch;
        this.finished = finished;
    }

    /**
     * Counts the rows of its results. Most windows have none: what the agent and the workers need
     * not both look at is not there.
     */
    ExecutionBudget held() {
        if (held == null) {
            held = executor.resultBudget();
            resultBytes = new long[inputs.size()];
        }
        return held;
    }

    /** Its results are not there any more. */
    void release() {
        if (held != null) {
            held.close();
        }
    }

    @Override
    public RegisteredQuery query() {
        return query;
    }

    /** What it may share its execution with, null for none. The agent's thread. */
    QueryTemplate template() {
        boolean alone =
                query.subscription() == null
                        || inputs.size() > 1
                        || (before != null && query.query().byBlock());
        return alone ? null : query.subscription().template();
    }

    int windowCount() {
        return inputs.size();
    }

    WindowInputs firstInputs() {
        return inputs.get(0);
    }

    /**
     * The execution before the first, if there was one to be compared with and its rows are not
     * remembered; else null.
     */
    WindowInputs unknownBefore() {
        rowsBefore = before == null ? List.of() : query.remembered().of(before.number());
        return rowsBefore == null ? before : null;
    }

    /**
     * Instead of {@link #run}: its one execution was answered together with others.
     *
     * @param foundBefore the rows of {@link #unknownBefore}, which was asked for
     */
    void complete(List<String[]> whole, List<String[]> foundBefore, long snapshot, long engineNs) {
        add(inputs.get(0), whole, foundBefore, snapshot, engineNs);
        end();
    }

    @Override
    public long firstWindowEndMs() {
        return inputs.get(0).windowEndMs();
    }

    /** Those that were executed before a failure. */
    List<WindowResult> results() {
        return results;
    }

    /** About what one of the results takes. */
    long resultBytes(int index) {
        return resultBytes == null ? 0 : resultBytes[index];
    }

    /** Where there is a failure: the window end that could not be executed. */
    long failedWindowEndMs() {
        return inputs.get(results.size()).windowEndMs();
    }

    /** Null where all executions succeeded. */
    RuntimeException failure() {
        return failure;
    }

    @Override
    public void run() {
        try {
            WindowInputs unknown = unknownBefore();
            for (WindowInputs next : inputs) {
                execute(next, unknown);
                unknown = null;
            }
        } catch (RuntimeException e) {
            failure = e;
            executor.failed(query, e);
        } finally {
            end();
        }
    }

    @Override
    public void cancel(WukongsException reason) {
        failure = reason;
        end();
    }

    @Override
    public void record(Latencies latencies) {
        for (WindowResult result : results) {
            query.recordExecution(
                    result.windowEndMs(), result.engineNs(), result.rows().size(), latencies);
        }
        if (failure != null) {
            query.recordFailure();
        }
    }

    private void end() {
        finished.add(this);
        fetch.jobEnded();
    }

    private void execute(WindowInputs next, WindowInputs unknown) {
        WindowExecutor.Outcome outcome = executor.execute(query, next, unknown, this::held);
        add(next, outcome.rows(), outcome.rowsBefore(), outcome.snapshot(), outcome.engineNs());
    }

    private void add(
            WindowInputs of,
            List<String[]> whole,
            List<String[]> foundBefore,
            long snapshot,
            long engineNs) {
        CsparqlQuery text = query.query();
        List<String[]> rows = whole;
        if (text.emission() != Emission.RSTREAM) {
            List<String[]> previous = rowsBefore == null ? foundBefore : rowsBefore;
            rows =
                    text.emission() == Emission.ISTREAM
                            ? RowDifference.minus(whole, previous)
                            : RowDifference.minus(previous, whole);
            query.remembered().remember(of.number(), whole, RowsMemory.bytes(whole));
            rowsBefore = whole;
        }
        if (held != null) {
            resultBytes[results.size()] = held.takenBytes() - countedBytes;
            countedBytes = held.takenBytes();
        }
        results.add(
                new WindowResult(
                        text.name(),
                        of.windowEndMs(),
                        snapshot,
                        text.form(),
                        text.vars(),
                        rows,
                        engineNs));
    }
}
