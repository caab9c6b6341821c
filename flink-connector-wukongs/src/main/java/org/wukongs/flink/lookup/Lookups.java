package org.wukongs.flink.lookup;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.flink.annotation.Internal;
import org.apache.flink.metrics.MetricGroup;

/**
 * The lookups of one subtask, by one-shot queries. Never blocks; lookups that come while all
 * connections are busy go to the store together. Used by the subtask's thread; other threads
 * complete the answers.
 *
 * @param <T> type of the value that a lookup's rows are converted to
 */
@Internal
public final class Lookups<T> implements AutoCloseable {

    /** Threads end when their sockets are closed; only one that is connecting takes longer. */
    private static final long END_WAIT_MS = 1_000;

    private final PendingLookups<T> pending;
    private final LookupCache<T> cache; // null for none
    private final LookupMetrics metrics;
    private final List<LookupWorker<T>> workers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /**
     * Connects with the first lookup.
     *
     * @param turn converts rows to a value, in the threads of the connections; terms of rows are in
     *     the order of the query's variables
     */
    public Lookups(
            LookupSettings settings, Function<List<String[]>, T> turn, MetricGroup operator) {
        this.pending = new PendingLookups<>(settings.batches());
        this.cache = settings.cache().rowsMax() > 0 ? new LookupCache<>(settings.cache()) : null;
        this.metrics = new LookupMetrics(operator, cache);
        for (int i = 0; i < settings.connections(); i++) {
            LookupWorker<T> worker = new LookupWorker<>(settings, pending, turn, cache, metrics, i);
            Thread thread = new Thread(worker, "wukongs-lookup");
            thread.setDaemon(true);
            thread.start();
            workers.add(worker);
            threads.add(thread);
        }
    }

    /** Asks for a lookup. The answer may be complete at once; it fails with the store's error. */
    public CompletableFuture<T> ask(LookupKey key) {
        T cached = cache == null ? null : cache.get(key, System.nanoTime());
        metrics.asked(cached != null);
        return cached == null ? pending.add(key) : CompletableFuture.completedFuture(cached);
    }

    /** Aborts requests that are under way; pending lookups are never answered. */
    @Override
    public void close() {
        workers.forEach(LookupWorker::close);
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join(END_WAIT_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
