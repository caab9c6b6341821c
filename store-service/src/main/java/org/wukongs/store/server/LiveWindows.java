package org.wukongs.store.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.store.continuous.ContinuousEngine;
import org.wukongs.store.continuous.LiveStart;
import org.wukongs.store.continuous.ReaderConnection;
import org.wukongs.store.continuous.WindowFetch;
import org.wukongs.store.node.StoreNode;

/**
 * Windows of continuous queries for live readers within the store's process ({@link
 * ReaderId#LIVE_PREFIX}). The readers of a query may share fetches: a fetch belongs to no reader.
 * Any thread.
 */
public final class LiveWindows {

    /**
     * Windows that are being executed.
     *
     * @param fetch to wait for, and to close; null if the query is gone
     * @param firstMs the window end that the fetch began with; {@code Long.MIN_VALUE} if the
     *     query's streams have no tuple yet
     * @param stepMs of the query
     * @param stableMs event time up to which each of the query's streams is stable, by name; null
     *     for a stream that has ended
     */
    public record Begun(
            WindowFetch fetch, long firstMs, long stepMs, SortedMap<String, Long> stableMs) {}

    private final AgentCalls calls;
    private final ReaderConnection open; // never ends: who attaches a reader here detaches it

    LiveWindows(AgentCalls calls) {
        this.calls = calls;
        this.open = calls.newReaderConnection();
    }

    /**
     * Attaches a live reader, and waits for that; USER error if there is no such query, {@link
     * org.wukongs.error.ElsewhereException} if another node has it.
     */
    public LiveStart attach(ReaderId reader, ReaderStart start) {
        calls.checkHere(HomeSubject.query(reader.of()));
        return calls.read(store -> store.continuous().attachLive(reader, start, open));
    }

    /** Detaches readers; RETRIABLE error if the agent's queue is full. */
    public void detach(List<ReaderId> readers) {
        CompletableFuture<Boolean> unused =
                calls.submitReadLater(
                        0,
                        (store, due) -> {
                            ContinuousEngine engine = store.continuous();
                            for (ReaderId reader : readers) {
                                if (engine.readers().isAttached(reader)) {
                                    engine.readers().detach(reader);
                                }
                            }
                            return true;
                        });
    }

    /**
     * Moves readers: none of them asks for earlier windows than its entry says. Returns those that
     * are no longer there.
     */
    public CompletableFuture<List<ReaderId>> move(Map<ReaderId, Long> windowEnds) {
        return calls.submitReadLater(
                0,
                (store, due) -> {
                    ContinuousEngine engine = store.continuous();
                    List<ReaderId> gone = new ArrayList<>();
                    windowEnds.forEach(
                            (reader, windowEndMs) -> {
                                if (engine.readers().isAttached(reader)) {
                                    engine.readers().release(reader, windowEndMs);
                                } else {
                                    gone.add(reader);
                                }
                            });
                    return gone;
                });
    }

    /**
     * Begins to execute the ready windows of a query that end at {@code fromMs} or later, at most
     * {@code windowsMax}; if none is ready, waits for one for {@code waitMs}.
     *
     * @param identity of the query, as {@link LiveStart} says
     * @param fromMs {@code Long.MIN_VALUE} for the first possible window end
     */
    public CompletableFuture<Begun> fetch(
            String query, Object identity, long fromMs, int windowsMax, long waitMs) {
        return calls.submitReadLater(
                TimeUnit.MILLISECONDS.toNanos(waitMs),
                (store, due) -> begun(store, query, identity, fromMs, windowsMax, due));
    }

    private static Begun begun(
            StoreNode store,
            String query,
            Object identity,
            long fromMs,
            int windowsMax,
            boolean due) {
        ContinuousEngine engine = store.continuous();
        if (!engine.isSame(query, identity)) {
            return new Begun(null, fromMs, 0, new TreeMap<>());
        }
        WindowFetch fetch =
                engine.start(ReaderId.ofQuery(ReaderId.LIVE_PREFIX, query), fromMs, windowsMax);
        if (fetch.windowCount() == 0 && !due) {
            return null; // streams that have ended may go on
        }
        SortedMap<String, Long> stableMs = new TreeMap<>();
        for (String stream : engine.describe(query).streams()) {
            long ms = store.coordinator().stableMs(stream);
            stableMs.put(stream, ms == Long.MAX_VALUE ? null : ms);
        }
        long stepMs = engine.describe(query).stepMs();
        return new Begun(fetch, engine.firstWindowEndMs(query, fromMs), stepMs, stableMs);
    }
}
