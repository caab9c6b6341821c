package org.wukongs.store.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.WindowResult;
import org.wukongs.store.continuous.WindowFetch;
import org.wukongs.store.load.StreamFileReader;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.StreamDefinition;

/**
 * Feeds an embedded store from stream files in event time, and executes every registered query at
 * every multiple of its step after the first tuple of all streams.
 *
 * <p>All streams have the same batch interval Δ and advance together, batch by batch, so that a
 * stored pattern at t sees exactly the tuples before t on all streams. SN n is published when all
 * streams are complete up to nΔ.
 */
public final class Replay implements AutoCloseable {

    private final StoreNode node;
    private final long batchIntervalMs;
    private final List<ReplayStream> streams = new ArrayList<>();
    private final Map<String, QueryDescription> queries = new TreeMap<>();
    private final Map<String, Long> nextWindowEndMs = new TreeMap<>();
    private final ReplayStats stats = new ReplayStats();

    public Replay(StoreNode node, long batchIntervalMs) {
        this.node = node;
        this.batchIntervalMs = batchIntervalMs;
    }

    /** Adds a stream; its batch interval must be the replay's. */
    public void addStream(StreamDefinition definition, StreamFileReader reader) {
        streams.add(new ReplayStream(definition, reader, node, stats));
        streams.sort(Comparator.comparing(stream -> stream.definition().name()));
    }

    /** Registers a query; its streams must have been added. */
    public void addQuery(String text) {
        QueryDescription query = node.registerQuery(text);
        queries.put(query.name(), query);
        // The replay is the query's reader, so that a ring that is too small is an error and no
        // window is dropped.
        node.continuous().attachReader(query.name(), Long.MIN_VALUE);
    }

    /**
     * Runs to the end.
     *
     * @param untilMs last window end, {@code Long.MAX_VALUE} for the end of the last tuple's batch
     * @param pace is called with each batch's end before the batch is read, and may slow the replay
     *     down
     */
    public void run(long untilMs, LongConsumer pace, Consumer<WindowResult> results) {
        long firstMs = nextTupleMs();
        if (firstMs == Long.MAX_VALUE) {
            return;
        }
        for (QueryDescription query : queries.values()) {
            long next = (Math.floorDiv(firstMs, query.stepMs()) + 1) * query.stepMs();
            boolean derives = node.continuous().derivesStream(query.name());
            nextWindowEndMs.put(query.name(), derives ? Long.MAX_VALUE : next);
            if (derives) {
                node.continuous().attachReader(query.name(), next);
            }
        }
        long batch = Math.floorDiv(firstMs, batchIntervalMs);
        while (true) {
            long endMs = (batch + 1) * batchIntervalMs;
            boolean more =
                    untilMs == Long.MAX_VALUE ? nextTupleMs() < Long.MAX_VALUE : endMs <= untilMs;
            if (!more) {
                return;
            }
            pace.accept(endMs);
            streams.forEach(stream -> stream.advanceTo(endMs));
            stats.startInjecting();
            node.advanceAs(Math.max(0, batch + 1));
            stats.stop();
            execute(endMs, results);
            batch++;
        }
    }

    public ReplayStats stats() {
        return stats;
    }

    /**
     * Executes all queries at one window end: starts them in order on any number of workers, and
     * reports results in order.
     */
    private void execute(long timeMs, Consumer<WindowResult> results) {
        Map<String, List<WindowResult>> derived = deriveStreams();
        Map<String, WindowFetch> begun = new LinkedHashMap<>();
        node.continuous().hold();
        for (String name : queries.keySet()) {
            if (nextWindowEndMs.get(name) <= timeMs) {
                begin(name, begun, results);
            }
            if (derived.containsKey(name)) {
                finish(begun, results);
                derived.get(name).forEach(results);
            }
        }
        finish(begun, results);
        node.continuous().flush(); // empty; executions started elsewhere must not be held
        node.reclaim();
    }

    private void begin(
            String name, Map<String, WindowFetch> begun, Consumer<WindowResult> results) {
        WindowFetch fetch = node.continuous().start(name, nextWindowEndMs.get(name), 1);
        if (fetch.isVain()) {
            finish(begun, results); // makes room in the workers' queues
            fetch = node.continuous().start(name, nextWindowEndMs.get(name), 1);
        }
        begun.put(name, fetch);
    }

    private void finish(Map<String, WindowFetch> begun, Consumer<WindowResult> results) {
        node.continuous().flushOrRun();
        begun.forEach(
                (name, fetch) -> {
                    try (fetch) {
                        FetchedWindows fetched = fetch.join();
                        fetched.results().forEach(results);
                        nextWindowEndMs.put(name, fetched.nextWindowEndMs());
                        node.continuous().release(name, fetched.nextWindowEndMs());
                    }
                });
        begun.clear();
        node.collect();
        node.continuous().hold();
    }

    /**
     * Runs derived streams up to the time that the other streams have reached; returns their
     * results by query.
     */
    private Map<String, List<WindowResult>> deriveStreams() {
        Map<String, List<WindowResult>> found = new TreeMap<>();
        long sn = node.coordinator().stableSn();
        node.continuous().awaitDerived();
        while (node.deriveStreams(
                        result ->
                                found.computeIfAbsent(result.query(), q -> new ArrayList<>())
                                        .add(result))
                > 0) {
            node.advanceAs(sn); // makes the derived tuples visible; none of them is stored
            node.continuous().awaitDerived();
        }
        return found;
    }

    private long nextTupleMs() {
        long nextMs = Long.MAX_VALUE;
        for (ReplayStream stream : streams) {
            nextMs = Math.min(nextMs, stream.nextTimeMs());
        }
        return nextMs;
    }

    @Override
    public void close() {
        streams.forEach(ReplayStream::close);
    }
}
