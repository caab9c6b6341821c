package org.wukongs.store.execution;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.store.algebra.TextDigest;

/**
 * Records queries that an {@link Error} ended, such as a full heap or a fault of a library: logs
 * each query once and counts all of them. Any thread.
 */
public final class QueryFailures {

    private static final Logger LOG = LoggerFactory.getLogger(QueryFailures.class);

    /** The most queries that are logged; a store with more of them has other troubles. */
    private static final int LOGGED_COUNT_MAX = 1024;

    private static final int DIGEST_CHARS = 16;

    private final Set<String> logged = ConcurrentHashMap.newKeySet();
    private final AtomicLong errorCount = new AtomicLong();

    /** How many executions an error ended. */
    public long errorCount() {
        return errorCount.get();
    }

    /** Records a failure; {@code name} gives the query's name and is called only for an error. */
    public void note(RuntimeException failure, Supplier<String> name) {
        if (!(failure.getCause() instanceof Error error) || error instanceof StackOverflowError) {
            return; // a query of too many operators is the user's
        }
        errorCount.incrementAndGet();
        String key = name.get() + " " + error.getClass().getName();
        if (logged.size() < LOGGED_COUNT_MAX && logged.add(key)) {
            LOG.error("a query failed, the store goes on: query={}", name.get(), error);
        }
    }

    /** A name for a query without one: the beginning of the SHA-256 of its text. */
    public static String digest(String text) {
        return "sha256:" + TextDigest.of(text).substring(0, DIGEST_CHARS);
    }
}
