package org.wukongs.store.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.wukongs.client.QueryPlan;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.Answers;
import org.wukongs.store.execution.Cancellation;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.store.execution.QueryJob;
import org.wukongs.store.execution.RequestDataset;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.plan.OneShotRows;

/**
 * Has one-shot queries parsed, planned and executed; the agent takes no part. If a query worker has
 * nothing to do, the caller's thread does it in its place, otherwise a worker. Any thread; the
 * caller waits.
 */
final class OneShotQueries {

    /** Interval of checks whether the client is still there. */
    private static final long PRESENCE_CHECK_MS = 250;

    private final StoreNode node;
    private final QueryWorkers workers;

    OneShotQueries(StoreNode node, QueryWorkers workers) {
        this.node = node;
        this.workers = workers;
    }

    /**
     * Executes a query. The caller makes strings of the rows and closes them, so that the workers
     * can go on with other jobs.
     */
    OneShotRows rows(String text, RequestDataset dataset) {
        return rows(text, dataset, () -> false);
    }

    /**
     * As above; {@code gone} is called now and then, and true ends the query, because its client is
     * gone.
     */
    OneShotRows rows(String text, RequestDataset dataset, BooleanSupplier gone) {
        if (workers.enter()) {
            try {
                Cancellation own = Cancellation.when(gone, PRESENCE_CHECK_MS);
                return QueryGuard.run(() -> node.rows(text, dataset, own));
            } finally {
                workers.leave();
            }
        }
        Cancellation cancellation = new Cancellation();
        Job<OneShotRows> job = offered(() -> node.rows(text, dataset, cancellation));
        while (!isDone(job)) {
            if (gone.getAsBoolean()) {
                cancellation.cancel(Cancellation.gone());
                break;
            }
        }
        return Answers.join(job.result);
    }

    private static boolean isDone(Job<?> job) {
        try {
            job.result.get(PRESENCE_CHECK_MS, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        } catch (ExecutionException e) {
            return true;
        }
    }

    QueryPlan explain(String text, boolean execute) {
        return answer(() -> node.explain(text, execute));
    }

    /** RETRIABLE error if the workers have no room. */
    private <T> T answer(Supplier<T> work) {
        return Answers.join(offered(work).result);
    }

    private <T> Job<T> offered(Supplier<T> work) {
        Job<T> job = new Job<>(work);
        if (!workers.offer(job)) {
            throw WukongsException.retriable(
                    "too many queries wait for the query workers, raise --workers or try again");
        }
        return job;
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
                result.complete(QueryGuard.run(work));
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        }

        @Override
        public void cancel(WukongsException reason) {
            result.completeExceptionally(reason);
        }
    }
}
