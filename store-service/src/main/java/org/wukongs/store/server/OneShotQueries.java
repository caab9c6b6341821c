package org.wukongs.store.server;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.wukongs.client.OneShotResult;
import org.wukongs.client.QueryPlan;
import org.wukongs.error.WukongsException;
import org.wukongs.store.query.Answers;
import org.wukongs.store.query.JobQueue;
import org.wukongs.store.query.QueryJob;
import org.wukongs.store.query.RequestDataset;

/**
 * One-shot queries on their way to the workers, which parse, plan and execute them; the agent has
 * no part in it. Any thread; the caller waits.
 */
final class OneShotQueries {

    private final StoreNode node;
    private final JobQueue workers;

    OneShotQueries(StoreNode node, JobQueue workers) {
        this.node = node;
        this.workers = workers;
    }

    OneShotResult query(String text) {
        return answer(() -> node.query(text));
    }

    OneShotResult query(String text, RequestDataset dataset) {
        return answer(() -> node.query(text, dataset));
    }

    QueryPlan explain(String text, boolean execute) {
        return answer(() -> node.explain(text, execute));
    }

    /** RETRIABLE where the workers have no room. */
    private <T> T answer(Supplier<T> work) {
        Job<T> job = new Job<>(work);
        if (!workers.offer(job)) {
            throw WukongsException.retriable(
                    "the query workers have too many queries waiting, raise --workers or come again");
        }
        return Answers.join(job.result);
    }

    private static final class Job<T> implements QueryJob {

        private final Supplier<T> work;
        private final CompletableFuture<T> result = new CompletableFuture<>();

        Job(Supplier<T> work) {
            this.work = work;
        }

        @Override
        public void run() {
            try {
                result.complete(work.get());
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            } catch (Error e) {
                result.completeExceptionally(e);
                throw e;
            }
        }

        @Override
        public void cancel(WukongsException reason) {
            result.completeExceptionally(reason);
        }
    }
}
