package org.wukongs.benchmarks.lsbench.drive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.error.WukongsException;
import org.wukongs.store.query.ContinuousEngine;
import org.wukongs.store.query.QueryTemplate;
import org.wukongs.store.query.TemplateFetch;
import org.wukongs.store.query.TemplateResult;
import org.wukongs.store.query.TemplateSubscription;
import org.wukongs.store.server.StoreNode;

/**
 * Queries that differ in constants only are read together: one reader a template fetches what all
 * of its queries have at a window end, and each gets its own rows of that.
 */
final class TemplatesLoad implements ContinuousLoad {

    private final StoreNode node;
    private final List<String> names = new ArrayList<>();
    private final List<TemplateSubscription> subscriptions = new ArrayList<>(); // by query
    private final Map<QueryTemplate, String> templates = new HashMap<>(); // by which query
    private final Map<QueryTemplate, TemplateResult> results = new HashMap<>();

    TemplatesLoad(StoreNode node) {
        this.node = node;
    }

    @Override
    public void register(List<BenchQuery> queries) {
        ContinuousEngine engine = node.continuous();
        for (BenchQuery query : queries) {
            node.registerQuery(query.text());
            TemplateSubscription subscription = engine.subscription(query.name());
            if (subscription == null) {
                throw WukongsException.fatal("no template for the query: query=" + query.name());
            }
            names.add(query.name());
            subscriptions.add(subscription);
            if (templates.putIfAbsent(subscription.template(), query.name()) == null) {
                engine.attachTemplateReader(query.name(), Long.MIN_VALUE);
            }
        }
    }

    @Override
    public void execute(long windowEndMs, Listener listener) {
        List<TemplateFetch> fetches = new ArrayList<>();
        for (String name : templates.values()) {
            TemplateFetch fetch = node.continuous().startTemplate(name, windowEndMs);
            if (fetch.isVain()) {
                throw WukongsException.fatal(
                        "a window is not ready: query=" + name + " windowEndMs=" + windowEndMs);
            }
            fetches.add(fetch);
        }
        for (TemplateFetch fetch : fetches) {
            TemplateResult result = fetch.join();
            results.put(result.template(), result);
        }
        node.collect();
        deliver(listener);
        results.clear();
    }

    /** Queries of one template mostly follow each other. */
    private void deliver(Listener listener) {
        TemplateResult result = null;
        for (int i = 0; i < subscriptions.size(); i++) {
            TemplateSubscription subscription = subscriptions.get(i);
            if (result == null || result.template() != subscription.template()) {
                result = results.get(subscription.template());
            }
            TemplateResult found = result;
            listener.executed(
                    i,
                    found.engineNs(),
                    found.size(subscription),
                    query -> found.strings(subscriptions.get(query)));
        }
    }

    @Override
    public void release(long windowEndMs) {
        for (String name : templates.values()) {
            node.continuous().releaseTemplate(name, windowEndMs);
        }
    }

    @Override
    public String description() {
        return "one reader a template, each executed once for all of its queries, rows as ids";
    }

    @Override
    public void close() {
        names.forEach(node.continuous()::unregister);
    }
}
