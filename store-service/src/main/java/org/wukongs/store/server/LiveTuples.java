package org.wukongs.store.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.ReaderStart;
import org.wukongs.store.continuous.LiveStart;
import org.wukongs.store.continuous.ReaderConnection;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.node.TupleFetch;

/**
 * Tuples of streams for live readers. Those of one connection, or within the store's process, may
 * share fetches: a fetch belongs to no reader. Any thread.
 */
public final class LiveTuples {

    /**
     * The answer to a fetch.
     *
     * @param fetch tuples, to be closed; null if the stream is gone
     */
    public record Fetched(TupleFetch fetch) {}

    private final AgentCalls calls;
    private final ReaderConnection open; // never ends: who attaches a reader here detaches it

    LiveTuples(AgentCalls calls) {
        this.calls = calls;
        this.open = calls.newReaderConnection();
    }

    /**
     * Attaches a live reader, and waits for that; USER error if there is no such stream, {@link
     * org.wukongs.error.ElsewhereException} if another node has it.
     */
    public LiveStart attach(String stream, String reader, ReaderStart start) {
        calls.checkHere(HomeSubject.stream(stream));
        return calls.read(store -> store.tupleReaders().attach(stream, reader, start, open));
    }

    /** Detaches readers; RETRIABLE error if the agent's queue is full. */
    public void detach(String stream, List<String> readers) {
        CompletableFuture<Boolean> unused =
                calls.submitReadLater(
                        0,
                        (store, due) -> {
                            readers.forEach(one -> store.tupleReaders().detach(stream, one));
                            return true;
                        });
    }

    /**
     * Moves readers: none of them asks for tuples before the position of its entry. Returns those
     * that are no longer there.
     */
    public CompletableFuture<List<String>> move(String stream, Map<String, Long> positions) {
        return calls.submitReadLater(
                0,
                (store, due) -> {
                    List<String> gone = new ArrayList<>();
                    positions.forEach(
                            (reader, position) -> {
                                if (!store.tupleReaders().move(stream, reader, position)) {
                                    gone.add(reader);
                                }
                            });
                    return gone;
                });
    }

    /**
     * Returns the tuples from a position on, at most {@code tuplesMax}; if there is none, waits for
     * one for {@code waitMs}. USER error if the first of them is gone.
     *
     * @param identity of the stream, as {@link LiveStart} says
     */
    public CompletableFuture<Fetched> fetch(
            String stream, Object identity, long position, int tuplesMax, long waitMs) {
        return calls.submitReadLater(
                TimeUnit.MILLISECONDS.toNanos(waitMs),
                (store, due) ->
                        store.tupleReaders().isSame(stream, identity)
                                ? fetched(store, stream, position, tuplesMax, due)
                                : new Fetched(null));
    }

    private static Fetched fetched(
            StoreNode store, String stream, long position, int tuplesMax, boolean due) {
        TupleFetch fetch = fetch(store, stream, position, tuplesMax, due);
        return fetch == null ? null : new Fetched(fetch);
    }

    /** Returns tuples; none only if {@code due}, else null. */
    static TupleFetch fetch(
            StoreNode store, String stream, long position, int tuplesMax, boolean due) {
        TupleFetch fetch = store.tupleReaders().fetch(stream, position, tuplesMax);
        if (fetch.size() > 0 || due) {
            return fetch;
        }
        fetch.close();
        return null;
    }
}
