package org.wukongs.store.server;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.OneShotResult;
import org.wukongs.client.QueryDescription;
import org.wukongs.client.QueryPlan;
import org.wukongs.store.query.Answers;
import org.wukongs.store.query.WindowFetch;
import org.wukongs.wire.Codecs;

/** What a connection asks about queries of both kinds, and their results. The session's thread. */
final class QueryCommands {

    private static final long FETCH_WAIT_MS_MAX = 60_000;

    private final Exchange exchange;
    private final AgentCalls agent;
    private final OneShotQueries oneShot;

    QueryCommands(Exchange exchange, AgentCalls agent, OneShotQueries oneShot) {
        this.exchange = exchange;
        this.agent = agent;
        this.oneShot = oneShot;
    }

    void register() {
        describe(StoreNode::registerQuery);
    }

    void describe() {
        describe((store, name) -> store.continuous().describe(name));
    }

    private void describe(BiFunction<StoreNode, String, QueryDescription> ask) {
        String text = exchange.text();
        QueryDescription description = agent.now(store -> ask.apply(store, text));
        Codecs.put(description, exchange.ok());
    }

    void unregister() {
        String name = exchange.text();
        agent.act(store -> store.continuous().unregister(name));
        exchange.ok();
    }

    void attachReader() {
        String query = exchange.text();
        long fromMs = exchange.request().getLong();
        agent.act(store -> store.continuous().attachReader(query, fromMs));
        exchange.ok();
    }

    void resumeReader() {
        String query = exchange.text();
        long nextMs = exchange.request().getLong();
        agent.act(store -> store.continuous().resumeReader(query, nextMs));
        exchange.ok();
    }

    void fetchWindows() {
        String query = exchange.text();
        long fromMs = exchange.request().getLong();
        int windowsMax = Math.max(1, exchange.request().getInt());
        long waitMs = Math.min(FETCH_WAIT_MS_MAX, Math.max(0, exchange.request().getLong()));
        CompletableFuture<FetchedWindows> fetched =
                agent.later(
                        TimeUnit.MILLISECONDS.toNanos(waitMs),
                        (store, due) -> {
                            WindowFetch fetch = store.continuous().start(query, fromMs, windowsMax);
                            return due || !fetch.isVain() ? fetch.result() : null;
                        });
        Codecs.put(Answers.join(fetched), exchange.ok());
    }

    void releaseWindows() {
        String query = exchange.text();
        long windowEndMs = exchange.request().getLong();
        agent.act(store -> store.continuous().release(query, windowEndMs));
        exchange.ok();
    }

    void query() {
        OneShotResult result = oneShot.query(exchange.text());
        Codecs.put(result, exchange.ok());
    }

    void explain() {
        String text = exchange.text();
        QueryPlan plan = oneShot.explain(text, exchange.request().getBoolean());
        Codecs.put(plan, exchange.ok());
    }
}
