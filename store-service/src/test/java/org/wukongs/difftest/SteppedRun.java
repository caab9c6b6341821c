package org.wukongs.difftest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.WindowResult;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.replay.FedStream;
import org.wukongs.store.replay.ReplayRun;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * A history fed into an embedded node in steps of the shortest batch interval: streams are
 * registered and dropped on the way, with the queries that read them.
 */
final class SteppedRun implements AutoCloseable {

    private final StoreNode node;
    private final StreamHistory history;
    private final Map<String, FedStream> fed = new TreeMap<>();
    private final Map<String, NavigableSet<Long>> windowEnds = new HashMap<>(); // of the registered
    private final List<WindowResult> results = new ArrayList<>();

    SteppedRun(StoreNode node, StreamHistory history) {
        this.node = node;
        this.history = history;
    }

    /** All results, those of derived streams included. */
    List<WindowResult> run(Collection<ContinuousQuery> queries) {
        List<ContinuousQuery> all = new ArrayList<>(history.derivations());
        all.addAll(queries);
        ReplayRun.load(node, history.stored());
        long stepMs =
                history.streams().stream()
                        .mapToLong(StreamDefinition::batchIntervalMs)
                        .min()
                        .orElseThrow();
        boolean empty = history.firstMs() == Long.MAX_VALUE;
        long nowMs = empty ? history.untilMs() : Math.floorDiv(history.firstMs(), stepMs) * stepMs;
        comeAndGo(all, nowMs);
        while (nowMs < history.untilMs()) {
            comeAndGo(all, nowMs);
            feed(nowMs, nowMs + stepMs);
            nowMs += stepMs;
            derive();
            execute(all, nowMs);
            node.reclaim();
        }
        assertThat(node.check().violations()).isEmpty();
        return results;
    }

    private void comeAndGo(List<ContinuousQuery> all, long nowMs) {
        for (ContinuousQuery query : all) {
            if (!history.lives().areAlive(query, nowMs)
                    && windowEnds.remove(query.name()) != null) {
                node.continuous().unregister(query.name());
            }
        }
        for (StreamDefinition stream : history.streams()) {
            boolean alive = history.lives().isAlive(stream.name(), nowMs);
            if (!alive && fed.remove(stream.name()) != null) {
                node.dropStream(stream.name());
            } else if (alive && !fed.containsKey(stream.name())) {
                fed.put(stream.name(), new FedStream(node, stream));
            }
        }
        for (ContinuousQuery query : all) {
            if (!windowEnds.containsKey(query.name()) && history.lives().areAlive(query, nowMs)) {
                register(query, nowMs);
            }
        }
    }

    private void register(ContinuousQuery query, long nowMs) {
        node.registerQuery(query.text());
        NavigableSet<Long> ends = history.windowEnds(query);
        windowEnds.put(query.name(), ends);
        Long first = ends.higher(nowMs);
        if (first != null) {
            node.continuous().attachReader(query.name(), first);
        }
    }

    private void feed(long fromMs, long toMs) {
        for (Map.Entry<StreamDefinition, List<Tuple>> stream : history.tuples().entrySet()) {
            FedStream into = fed.get(stream.getKey().name());
            if (into != null) {
                for (Tuple tuple : stream.getValue()) {
                    if (tuple.eventTimeMs() >= fromMs && tuple.eventTimeMs() < toMs) {
                        into.add(tuple);
                    }
                }
                into.advanceTo(toMs);
            }
        }
    }

    private void derive() {
        node.continuous().awaitDerived();
        while (node.deriveStreams(results::add) > 0) {
            node.advance();
            node.continuous().awaitDerived();
        }
    }

    private void execute(List<ContinuousQuery> all, long nowMs) {
        for (ContinuousQuery query : all) {
            NavigableSet<Long> ends = windowEnds.get(query.name());
            boolean due = ends != null && ends.contains(nowMs);
            if (due && !history.isDerived(query.name())) {
                FetchedWindows fetched = node.continuous().fetch(query.name(), nowMs, 1);
                results.addAll(fetched.results());
                node.continuous().release(query.name(), fetched.nextWindowEndMs());
            }
        }
    }

    @Override
    public void close() {
        node.close();
    }
}
