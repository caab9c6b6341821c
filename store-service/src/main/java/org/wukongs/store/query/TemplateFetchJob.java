package org.wukongs.store.query;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.wukongs.error.WukongsException;

/**
 * One execution of a template for all of its queries. Made by the agent, executed by a worker, as
 * {@link WindowJob}; what it reads is pinned until the agent finds it among the finished ones.
 */
final class TemplateFetchJob implements PinnedJob {

    private final TemplateReader reader;
    private final MembersView members;
    private final WindowInputs inputs;
    private final WindowExecutor executor;
    private final Queue<PinnedJob> finished;
    private final CompletableFuture<TemplateResult> result = new CompletableFuture<>();
    private boolean failed; // written by whoever runs it, read behind its passage through the queue

    TemplateFetchJob(
            TemplateReader reader,
            WindowInputs inputs,
            WindowExecutor executor,
            Queue<PinnedJob> finished) {
        this.reader = reader;
        this.members = reader.template().members();
        this.inputs = inputs;
        this.executor = executor;
        this.finished = finished;
    }

    CompletableFuture<TemplateResult> result() {
        return result;
    }

    @Override
    public RegisteredQuery query() {
        return reader.any();
    }

    @Override
    public long firstWindowEndMs() {
        return inputs.windowEndMs();
    }

    @Override
    public void run() {
        try {
            end(executor.executeAll(reader.template(), members, query(), inputs), null);
        } catch (RuntimeException e) {
            end(null, e);
        } catch (Error e) {
            end(null, WukongsException.fatal("the store failed: " + e));
            throw e;
        }
    }

    @Override
    public void cancel(WukongsException reason) {
        end(null, reason);
    }

    private void end(TemplateResult found, RuntimeException failure) {
        failed = failure != null;
        finished.add(this);
        if (failure == null) {
            result.complete(found);
        } else {
            result.completeExceptionally(failure);
        }
    }

    @Override
    public void record(Latencies latencies) {
        if (failed) {
            reader.recordFailure();
        } else {
            reader.recordExecution(inputs.windowEndMs());
        }
    }
}
