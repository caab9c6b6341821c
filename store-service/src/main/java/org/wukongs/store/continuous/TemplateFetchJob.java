package org.wukongs.store.continuous;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.wukongs.csparql.CsparqlQuery.Emission;
import org.wukongs.error.WukongsException;
import org.wukongs.store.continuous.WindowExecutor.Share;
import org.wukongs.store.execution.Latencies;
import org.wukongs.store.execution.RememberedRows;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.template.MembersView;
import org.wukongs.store.template.TemplateDifference;
import org.wukongs.store.template.TemplateResult;

/**
 * Executions of a template for all of its queries, one window end after the other. Made by the
 * agent, executed by a worker, as {@link WindowJob}; what it reads is pinned until the agent finds
 * it among the finished ones.
 */
final class TemplateFetchJob implements PinnedJob {

    /** Behind so many rows a fetch ends: as strings they may be as much as a frame holds. */
    private static final int ROWS_MAX = 1 << 20;

    private final WindowReader reader;
    private final MembersView members;
    private final WindowInputs before;
    private final List<WindowInputs> inputs;
    private final WindowExecutor executor;
    private final Queue<PinnedJob> finished;
    private final ExecutionBudget held; // the results, until the fetch is closed
    private final CompletableFuture<List<TemplateResult>> answer = new CompletableFuture<>();

    // Written by whoever runs it, read behind its passage through the queue of finished ones.
    private final List<TemplateResult> results = new ArrayList<>();
    private RuntimeException failure;

    /**
     * {@code before} is the execution before the first, null where there was none or queries are
     * not compared with it.
     */
    TemplateFetchJob(
            WindowReader reader,
            WindowInputs before,
            List<WindowInputs> inputs,
            WindowExecutor executor,
            Queue<PinnedJob> finished) {
        this.reader = reader;
        this.members = reader.template().members();
        this.before = before;
        this.inputs = inputs;
        this.executor = executor;
        this.finished = finished;
        this.held = executor.resultBudget();
    }

    /** Counts its results. */
    ExecutionBudget held() {
        return held;
    }

    CompletableFuture<List<TemplateResult>> answer() {
        return answer;
    }

    @Override
    public RegisteredQuery query() {
        return reader.any();
    }

    @Override
    public long firstWindowEndMs() {
        return inputs.get(0).windowEndMs();
    }

    @Override
    public void run() {
        try {
            executeAll();
        } catch (RuntimeException e) {
            failure = e;
            executor.failed(query(), e);
        } finally {
            end();
        }
    }

    private void executeAll() {
        RememberedRows<TemplateResult> known = reader.remembered();
        WindowInputs previous = known == null ? null : before;
        TemplateResult wholeBefore = previous == null ? null : known.of(previous.number());
        long rowCount = 0;
        for (int i = 0; i < inputs.size() && rowCount < ROWS_MAX; i++) {
            WindowInputs next = inputs.get(i);
            long startNs = executor.nowNs();
            Share now = new Share(members, next);
            List<TemplateResult> found =
                    executor.executeAll(reader.template(), query(), now, previous, wholeBefore);
            TemplateResult result = found.get(0);
            if (known != null) {
                result = difference(found, wholeBefore, startNs);
                wholeBefore = found.get(0);
                previous = next;
                known.remember(next.number(), wholeBefore, wholeBefore.rows().bytes());
            }
            held.takeBytes(result.rows().bytes());
            results.add(result);
            rowCount += result.rows().table().size();
        }
    }

    private TemplateResult difference(
            List<TemplateResult> found, TemplateResult wholeBefore, long startNs) {
        List<TemplateResult> others = new ArrayList<>();
        if (wholeBefore != null) {
            others.add(wholeBefore);
        }
        others.addAll(found.subList(1, found.size()));
        Emission emission = query().query().emission();
        return TemplateDifference.of(emission, found.get(0), others, executor.nowNs() - startNs);
    }

    @Override
    public void cancel(WukongsException reason) {
        failure = reason;
        end();
    }

    /** Answers with what came before a failure. */
    private void end() {
        finished.add(this);
        if (failure != null && results.isEmpty()) {
            answer.completeExceptionally(failure);
        } else {
            answer.complete(results);
        }
    }

    @Override
    public void record(Latencies latencies) {
        reader.end();
        results.forEach(result -> reader.recordExecution(result.windowEndMs()));
        if (failure != null) {
            reader.recordFailure();
        }
    }
}
