package org.wukongs.store.plan;

import org.wukongs.client.QueryPlan;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.error.WukongsException;
import org.wukongs.store.execution.Cancellation;
import org.wukongs.store.execution.Datasets;
import org.wukongs.store.execution.ExecutionContext;
import org.wukongs.store.execution.ExecutionResources;
import org.wukongs.store.execution.GraphSet;
import org.wukongs.store.execution.QueryGuard;
import org.wukongs.store.execution.RequestDataset;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.progress.StablePoint;
import org.wukongs.store.text.TextCounts;
import org.wukongs.store.view.GraphViews;

/**
 * Executes one-shot SPARQL queries over the stored graphs, each at one Stable_SN. Any thread may
 * call it.
 */
public final class OneShotEngine {

    private final ExecutionResources resources;
    private final PlanTemplates templates = new PlanTemplates(PlanTemplates.COUNT_MAX_DEFAULT);
    private final OneShotTexts texts;

    /**
     * @param names where queries look up names
     * @param lessons has texts learned
     */
    public OneShotEngine(ExecutionResources resources, VersionedNames names, Lessons lessons) {
        this.resources = resources;
        this.texts = new OneShotTexts(names, templates, lessons);
    }

    /** Returns how many texts were known, and how many parsed. */
    public TextCounts textCounts() {
        return texts.counts();
    }

    /** Compiles a query, whose patterns share plans with those of the same template. */
    public CompiledQuery compile(CsparqlQuery query) {
        return QueryCompiler.compile(query, templates);
    }

    /** Executes a query over the dataset that it declares. */
    public OneShotRows execute(CsparqlQuery query) {
        checkOneShot(query);
        return execute(
                QueryGuard.run(() -> compile(query)), RequestDataset.NONE, new Cancellation());
    }

    /**
     * Executes a query over {@code dataset}, whatever dataset the query declares. If {@code
     * dataset} is empty, uses the query's.
     */
    public OneShotRows execute(String text, RequestDataset dataset, Cancellation cancellation) {
        return execute(
                QueryGuard.run(() -> texts.compiled(text, dataset.isEmpty())),
                dataset,
                cancellation);
    }

    private OneShotRows execute(
            CompiledQuery compiled, RequestDataset dataset, Cancellation cancellation) {
        StablePoint before = resources.stablePoint();
        return resources.read(
                (reader, terms) -> {
                    GraphViews stored = resources.stored(reader);
                    GraphSet found =
                            dataset.isEmpty()
                                    ? Datasets.of(compiled.query(), stored)
                                    : Datasets.of(dataset, stored);
                    ExecutionContext context = context(found, reader);
                    cancellation.watch(context.budget());
                    QueryResult result = executed(compiled, context);
                    long sn = resources.sn(before, reader);
                    return new OneShotRows(sn, result, context.budget(), terms);
                });
    }

    private static QueryResult executed(CompiledQuery compiled, ExecutionContext context) {
        boolean done = false;
        try {
            QueryResult result = compiled.execute(context);
            done = true;
            return result;
        } finally {
            if (!done) {
                context.budget().close();
            }
        }
    }

    /** Returns how a query is answered; with {@code execute}, with rows and times of its steps. */
    public QueryPlan explain(CsparqlQuery query, boolean execute) {
        checkOneShot(query);
        return resources.read(
                reader -> {
                    GraphSet graphs = Datasets.of(query, resources.stored(reader));
                    ExecutionContext context = context(graphs, reader);
                    try (ExecutionBudget held = context.budget()) {
                        CompiledQuery compiled = compile(query);
                        QueryPlan plan = compiled.explain(context, execute);
                        held.trim();
                        return plan;
                    }
                });
    }

    private ExecutionContext context(GraphSet graphs, ReaderEpochs.Reader reader) {
        return resources.context(graphs, resources.nowNs(), reader);
    }

    static void checkOneShot(CsparqlQuery query) {
        if (query.continuous()) {
            throw WukongsException.user(
                    "a continuous query has to be registered, it is not one-shot: name="
                            + query.name());
        }
    }
}
