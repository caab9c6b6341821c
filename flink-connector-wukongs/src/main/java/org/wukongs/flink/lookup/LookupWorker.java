package org.wukongs.flink.lookup;

import java.util.List;
import java.util.function.Function;
import org.wukongs.client.OneShotResult;
import org.wukongs.client.RetryStrategy;
import org.wukongs.client.StoreClient;
import org.wukongs.csparql.ParameterizedQuery;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.flink.common.Backoff;
import org.wukongs.flink.lookup.PendingLookups.Pending;

/**
 * Worker with one connection: takes pending lookups, asks the store and completes them. A request
 * that fails for a transient reason is retried over a new connection. Owned by its thread, except
 * for {@link #close}.
 */
final class LookupWorker<T> implements Runnable, AutoCloseable {

    private final int number;
    private final LookupSettings settings;
    private final PendingLookups<T> pending;
    private final Function<List<String[]>, T> turn;
    private final LookupCache<T> cache;
    private final LookupMetrics metrics;
    private volatile StoreClient client; // owner: the worker's thread; closed by others
    private volatile boolean closed;

    /**
     * @param turn converts rows to the value of a lookup
     * @param cache null for none
     * @param number of the worker: workers share the nodes of a store
     */
    LookupWorker(
            LookupSettings settings,
            PendingLookups<T> pending,
            Function<List<String[]>, T> turn,
            LookupCache<T> cache,
            LookupMetrics metrics,
            int number) {
        this.number = number;
        this.settings = settings;
        this.pending = pending;
        this.turn = turn;
        this.cache = cache;
        this.metrics = metrics;
    }

    @Override
    public void run() {
        try {
            while (!closed) {
                answer(pending.take());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            disconnect();
        }
    }

    private void answer(List<Pending<T>> batch) {
        try {
            long startNs = System.nanoTime();
            List<List<String[]>> found = rows(batch);
            metrics.answered(System.nanoTime() - startNs);
            for (int i = 0; i < found.size(); i++) {
                complete(batch.get(i), found.get(i), startNs);
            }
        } catch (WukongsException e) {
            if (e.category() == Category.USER && batch.size() > 1) {
                // One lookup is wrong, or all together exceed the store's limits.
                batch.forEach(lookup -> answer(List.of(lookup)));
            } else {
                fail(batch, e);
            }
        } catch (RuntimeException e) {
            fail(batch, e);
        } catch (Error e) {
            fail(batch, e);
            throw e;
        }
    }

    private void complete(Pending<T> lookup, List<String[]> rows, long askedNs) {
        T value = turn.apply(rows);
        if (cache != null) {
            cache.put(lookup.key(), value, rows.size(), askedNs);
        }
        lookup.answer().complete(value);
    }

    /** A task that ends needs no answers, and must not fail without them. */
    private void fail(List<Pending<T>> batch, Throwable failure) {
        if (closed) {
            return;
        }
        for (Pending<T> lookup : batch) {
            if (lookup.answer().completeExceptionally(failure)) {
                metrics.failed();
            }
        }
    }

    private List<List<String[]>> rows(List<Pending<T>> batch) {
        ParameterizedQuery query = batch.get(0).key().query();
        String text =
                query.withAll(batch.stream().map(lookup -> lookup.key().alternatives()).toList());
        OneShotResult result = query(text);
        return query.split(result.vars(), result.rows(), batch.size());
    }

    private OneShotResult query(String text) {
        RetryStrategy pauses = new Backoff(settings.retries().within());
        for (int retry = 1; ; retry++) {
            try {
                return queryOnce(text);
            } catch (WukongsException e) {
                boolean passing = e.category() == Category.RETRIABLE;
                if (!passing
                        || retry > settings.retries().countMax()
                        || closed
                        || !pauses.awaitTry(retry)) {
                    throw e;
                }
                metrics.retried();
            }
        }
    }

    /** Keeps the connection only if it is sound. */
    private OneShotResult queryOnce(String text) {
        try {
            if (client == null) {
                client = settings.store().connectSpread(number);
            }
            if (closed) {
                throw WukongsException.retriable("the lookups were closed");
            }
            return client.query(text);
        } catch (WukongsException e) {
            if (e.category() != Category.USER) {
                disconnect();
            }
            throw e;
        }
    }

    private void disconnect() {
        StoreClient connected = client;
        client = null;
        if (connected != null) {
            connected.close();
        }
    }

    /** Aborts a request that is under way. Any thread. */
    @Override
    public void close() {
        closed = true;
        StoreClient connected = client;
        if (connected != null) {
            connected.close();
        }
    }
}
