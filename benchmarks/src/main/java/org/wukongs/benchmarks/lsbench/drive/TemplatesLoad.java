package org.wukongs.benchmarks.lsbench.drive;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.wukongs.benchmarks.lsbench.query.BenchQuery;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.query.QueryCompiler;
import org.wukongs.store.query.QueryTemplate;
import org.wukongs.store.query.TemplateRegistry;
import org.wukongs.store.query.TemplateSubscription;
import org.wukongs.store.server.StoreNode;

/**
 * Queries that differ in constants only are executed together, template by template, and each gets
 * its own rows. The first query of each template is registered with the node, so that windows are
 * kept.
 */
final class TemplatesLoad implements ContinuousLoad {

    private final StoreNode node;
    private final int workers;
    private final ExecutorService executor;
    private final TemplateRegistry registry;
    private final Map<QueryTemplate, TemplateGroup> groups = new HashMap<>();
    private final List<TemplateGroup> ordered = new ArrayList<>();
    private final List<String> pins = new ArrayList<>();
    private int queryCount;

    TemplatesLoad(StoreNode node, int workers) {
        this.node = node;
        this.workers = workers;
        this.executor = Executors.newFixedThreadPool(workers);
        this.registry = new TemplateRegistry(node.dictionary());
    }

    @Override
    public void register(List<BenchQuery> queries) {
        for (BenchQuery query : queries) {
            CsparqlQuery parsed = CsparqlParser.parse(query.text(), node);
            TemplateSubscription subscription =
                    registry.register(query.name(), parsed, QueryCompiler.compile(parsed));
            if (subscription == null) {
                throw WukongsException.fatal("no template for the query: query=" + query.name());
            }
            groups.computeIfAbsent(subscription.template(), key -> group(query, parsed, key))
                    .add(queryCount++, subscription);
        }
        ordered.forEach(group -> group.deal(workers));
    }

    private TemplateGroup group(BenchQuery query, CsparqlQuery parsed, QueryTemplate template) {
        node.registerQuery(query.text());
        node.continuous().attachReader(query.name(), Long.MIN_VALUE);
        pins.add(query.name());
        TemplateGroup group = new TemplateGroup(node, parsed, template);
        ordered.add(group);
        return group;
    }

    @Override
    public void execute(long windowEndMs, Listener listener) {
        List<Future<TemplateJob>> running = new ArrayList<>();
        for (TemplateGroup group : ordered) {
            for (TemplateJob job : group.jobs()) {
                job.at(windowEndMs);
                running.add(executor.submit(job));
            }
        }
        try {
            for (Future<TemplateJob> job : running) {
                job.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WukongsException.retriable("interrupted");
        } catch (ExecutionException e) {
            throw new WukongsException(
                    Category.FATAL, "a template failed: reason=" + e.getCause(), e);
        }
        ordered.forEach(group -> group.deliver(listener));
    }

    @Override
    public void release(long windowEndMs) {
        for (String pin : pins) {
            node.continuous().release(pin, windowEndMs);
        }
    }

    @Override
    public String description() {
        return "templates, each executed once for all of its queries, rows as ids";
    }

    @Override
    public void close() {
        executor.shutdown();
        ordered.forEach(TemplateGroup::close);
        pins.forEach(node.continuous()::unregister);
    }
}
