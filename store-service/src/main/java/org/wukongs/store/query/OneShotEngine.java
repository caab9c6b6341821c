package org.wukongs.store.query;

import org.agrona.concurrent.NanoClock;
import org.wukongs.client.OneShotResult;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.error.WukongsException;
import org.wukongs.store.coordinator.Coordinator;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.persistentstore.PersistentStore;

/** One-shot SPARQL over the stored graphs, at one Stable_SN. */
public final class OneShotEngine {

    private final PersistentStore stored;
    private final Coordinator coordinator;
    private final TermDictionary dictionary;
    private final ExecutionLimits limits;
    private final NanoClock clock;
    private final PlanTemplates templates = new PlanTemplates(PlanTemplates.COUNT_MAX_DEFAULT);

    public OneShotEngine(
            PersistentStore stored,
            Coordinator coordinator,
            TermDictionary dictionary,
            ExecutionLimits limits,
            NanoClock clock) {
        this.stored = stored;
        this.coordinator = coordinator;
        this.dictionary = dictionary;
        this.limits = limits;
        this.clock = clock;
    }

    public OneShotResult execute(CsparqlQuery query) {
        return execute(query, QueryEngine.EXPLORATION);
    }

    /** By no engine that is faster than {@code fastest}: to compare them. */
    public OneShotResult execute(CsparqlQuery query, QueryEngine fastest) {
        checkOneShot(query);
        GraphSet graphs = new GraphSet();
        if (query.graphs().isEmpty()) {
            Datasets.addAllStored(stored, graphs);
        } else {
            Datasets.addStored(query, stored, graphs);
        }
        return execute(query, graphs, fastest);
    }

    /** Over {@code dataset} and nothing else, whatever the query itself lists. */
    public OneShotResult execute(CsparqlQuery query, RequestDataset dataset) {
        checkOneShot(query);
        GraphSet graphs = new GraphSet();
        Datasets.addRequested(dataset, stored, graphs);
        return execute(query, graphs, QueryEngine.EXPLORATION);
    }

    private static void checkOneShot(CsparqlQuery query) {
        if (query.continuous()) {
            throw WukongsException.user(
                    "a continuous query has to be registered, it is not one-shot: name="
                            + query.name());
        }
    }

    private OneShotResult execute(CsparqlQuery query, GraphSet graphs, QueryEngine fastest) {
        long snapshot = coordinator.publish();
        CompiledQuery compiled =
                QueryGuard.run(() -> QueryCompiler.compile(query, fastest, templates));
        ExecutionContext context =
                new ExecutionContext(graphs, dictionary, limits, clock, clock.nanoTime());
        QueryResult result = QueryGuard.run(() -> compiled.execute(context));
        return new OneShotResult(
                snapshot, result.form(), result.vars(), result.rows(), result.engineNs());
    }
}
