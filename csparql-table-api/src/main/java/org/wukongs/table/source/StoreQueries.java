package org.wukongs.table.source;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.apache.flink.annotation.Internal;
import org.wukongs.client.OneShotResult;
import org.wukongs.client.RetryStrategy;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.flink.common.Backoff;
import org.wukongs.flink.common.StoreConnector;

/**
 * One-shot queries of one subtask: some connections, a thread each. A request that fails for a
 * passing reason is tried again over a new connection.
 */
@Internal
public final class StoreQueries implements AutoCloseable {

    /** As long as a job waits for a store that starts again, twice. */
    private static final Duration RETRY_WITHIN = Duration.ofMinutes(1);

    private final StoreConnector store;
    private final int retriesMax;
    private final ExecutorService threads;
    private final BlockingQueue<StoreClient> idle = new LinkedBlockingQueue<>();
    private volatile boolean closed;

    /** Connects when the first query comes. */
    public StoreQueries(StoreConnector store, int connections, int retriesMax) {
        this.store = store;
        this.retriesMax = retriesMax;
        this.threads =
                Executors.newFixedThreadPool(
                        connections,
                        task -> {
                            Thread thread = new Thread(task, "wukongs-lookup");
                            thread.setDaemon(true);
                            return thread;
                        });
    }

    /** The rows of a query, turned into something by one of the threads. */
    public <T> CompletableFuture<T> ask(String text, Function<OneShotResult, T> turn) {
        return CompletableFuture.supplyAsync(() -> turn.apply(query(text)), threads);
    }

    private OneShotResult query(String text) {
        RetryStrategy pauses = new Backoff(RETRY_WITHIN);
        for (int retry = 1; ; retry++) {
            try {
                return queryOnce(text);
            } catch (WukongsException e) {
                boolean passing = e.category() == Category.RETRIABLE;
                if (!passing || retry > retriesMax || closed || !pauses.awaitTry(retry)) {
                    throw e;
                }
            }
        }
    }

    /** A client is given back only where its connection is sound. */
    private OneShotResult queryOnce(String text) {
        StoreClient client = idle.poll();
        if (client == null) {
            client = store.connect();
        }
        boolean sound = false;
        try {
            OneShotResult result = client.query(text);
            sound = true;
            return result;
        } catch (WukongsException e) {
            sound = e.category() == Category.USER;
            throw e;
        } finally {
            if (sound) {
                idle.add(client);
            } else {
                client.close();
            }
            if (closed) {
                closeIdle();
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        threads.shutdownNow();
        closeIdle();
    }

    private void closeIdle() {
        for (StoreClient client = idle.poll(); client != null; client = idle.poll()) {
            client.close();
        }
    }
}
