package org.wukongs.store.http;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.wukongs.client.ReaderStart;
import org.wukongs.store.continuous.LiveStart;

/**
 * Where the results of live readers come from: windows of a query in order of their ends, or tuples
 * of a stream in order of their positions. Any thread; nothing here waits.
 */
interface LiveSource {

    /** What a reader asks for: a query's windows, or a stream's tuples. */
    interface Subject {

        /**
         * Attaches a reader of this name, and waits for that; USER error if there is no such query
         * or stream.
         */
        LiveStart attach(String reader, ReaderStart start);

        /**
         * Returns the source of its results, for all of its readers.
         *
         * @param identity as {@link LiveStart} says
         */
        LiveSource source(Object identity, Executor encoders);
    }

    /**
     * Results in order.
     *
     * @param next the window end or position to ask for next; {@code Long.MIN_VALUE} while none is
     *     known
     */
    record Chunk(List<LiveWindow> windows, long next) {}

    /** The JSON member that says what the results are of. */
    String subject();

    /** What the results are, in the plural. */
    String unit();

    /**
     * Returns results from {@code from} on, at most {@code windowsMax} windows of a query. It fails
     * with an {@link LiveEnd.EndedException} if no more come, and with a RETRIABLE error if the
     * same request may succeed later.
     */
    CompletableFuture<Chunk> fetch(long from, int windowsMax, long waitMs);

    /** Moves readers forward, by name; returns those that the store has dropped. */
    CompletableFuture<List<String>> move(Map<String, Long> next);

    /** Forgets readers; RETRIABLE error if it has to be tried again. */
    void detach(List<String> readers);
}
