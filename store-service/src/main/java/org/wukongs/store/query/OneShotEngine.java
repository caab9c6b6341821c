package org.wukongs.store.query;

import java.util.function.Function;
import java.util.function.LongFunction;
import org.agrona.concurrent.NanoClock;
import org.wukongs.client.OneShotResult;
import org.wukongs.client.QueryPlan;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.error.WukongsException;
import org.wukongs.store.coordinator.Coordinator;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.explore.Workers;
import org.wukongs.store.memory.ReaderEpochs;
import org.wukongs.store.persistentstore.PersistentStore;
import org.wukongs.store.persistentstore.StoredSnapshot;

/** One-shot SPARQL over the stored graphs, at one Stable_SN. */
public final class OneShotEngine {

    private final PersistentStore stored;
    private final Coordinator coordinator;
    private final TermDictionary dictionary;
    private final ExecutionLimits limits;
    private final Workers workers;
    private final NanoClock clock;
    private final PlanTemplates templates = new PlanTemplates(PlanTemplates.COUNT_MAX_DEFAULT);
    private final ReaderEpochs.Reader reader;

    public OneShotEngine(
            PersistentStore stored,
            Coordinator coordinator,
            TermDictionary dictionary,
            ExecutionLimits limits,
            Workers workers,
            NanoClock clock) {
        this.stored = stored;
        this.coordinator = coordinator;
        this.dictionary = dictionary;
        this.limits = limits;
        this.workers = workers;
        this.clock = clock;
        this.reader = stored.memory().epochs().newReader();
    }

    public OneShotResult execute(CsparqlQuery query) {
        return execute(query, QueryEngine.EXPLORATION);
    }

    /** By no engine that is faster than {@code fastest}: to compare them. */
    public OneShotResult execute(CsparqlQuery query, QueryEngine fastest) {
        checkOneShot(query);
        return execute(query, snapshot -> graphs(query, snapshot), fastest);
    }

    /** How a query is answered; with {@code execute}, what its steps took. */
    public QueryPlan explain(CsparqlQuery query, boolean execute) {
        checkOneShot(query);
        return QueryGuard.run(
                reader,
                sn ->
                        QueryCompiler.compile(query, templates)
                                .explain(ownContext(graphs(query, stored.at(sn))), execute));
    }

    /**
     * Parsed and planned, for many executions by any one thread, while others execute what they
     * prepared of the same query or another; a query that is more than a basic graph pattern with
     * filters, projection, DISTINCT, OFFSET and LIMIT is a USER error.
     */
    public PreparedQuery prepare(CsparqlQuery query) {
        checkOneShot(query);
        CompiledQuery compiled = QueryGuard.run(() -> QueryCompiler.compile(query, templates));
        if (!(compiled instanceof ExplorationQuery exploration)) {
            throw WukongsException.user(
                    "only basic graph patterns with filters can be prepared: engine="
                            + compiled.engine());
        }
        return new PreparedQuery(
                exploration, new StableGraphs(query), stored.memory().epochs().newReader());
    }

    /**
     * The contexts of a prepared query's executions, in any one thread. Graphs are looked up again
     * only where there are new ones, or a new snapshot.
     */
    private final class StableGraphs implements LongFunction<ExecutionContext> {

        private final CsparqlQuery query;
        private int graphCount = -1;
        private long snapshot;
        private GraphSet graphs;

        StableGraphs(CsparqlQuery query) {
            this.query = query;
        }

        @Override
        public ExecutionContext apply(long sn) {
            int now = stored.graphCountAcquire();
            if (now != graphCount || sn != snapshot) {
                graphs = graphs(query, stored.at(sn));
                graphCount = now;
                snapshot = sn;
            }
            return context(graphs);
        }
    }

    /** Of an execution by the engine's own reader. */
    private ExecutionContext ownContext(GraphSet graphs) {
        ExecutionContext context = context(graphs);
        context.budget().readSnapshotOf(reader);
        return context;
    }

    private ExecutionContext context(GraphSet graphs) {
        ExecutionContext context =
                new ExecutionContext(graphs, dictionary, limits, clock, clock.nanoTime());
        context.useWorkers(workers);
        return context;
    }

    private static GraphSet graphs(CsparqlQuery query, StoredSnapshot snapshot) {
        GraphSet graphs = new GraphSet();
        if (query.graphs().isEmpty()) {
            Datasets.addAllStored(snapshot, graphs);
        } else {
            Datasets.addStored(query, snapshot, graphs);
        }
        return graphs;
    }

    /** Over {@code dataset} and nothing else, whatever the query itself lists. */
    public OneShotResult execute(CsparqlQuery query, RequestDataset dataset) {
        checkOneShot(query);
        return execute(query, snapshot -> graphs(dataset, snapshot), QueryEngine.EXPLORATION);
    }

    private static GraphSet graphs(RequestDataset dataset, StoredSnapshot snapshot) {
        GraphSet graphs = new GraphSet();
        Datasets.addRequested(dataset, snapshot, graphs);
        return graphs;
    }

    private static void checkOneShot(CsparqlQuery query) {
        if (query.continuous()) {
            throw WukongsException.user(
                    "a continuous query has to be registered, it is not one-shot: name="
                            + query.name());
        }
    }

    private OneShotResult execute(
            CsparqlQuery query, Function<StoredSnapshot, GraphSet> graphs, QueryEngine fastest) {
        long snapshot = coordinator.stableSn();
        CompiledQuery compiled =
                QueryGuard.run(() -> QueryCompiler.compile(query, fastest, templates));
        QueryResult result =
                QueryGuard.run(
                        reader, sn -> compiled.execute(ownContext(graphs.apply(stored.at(sn)))));
        return new OneShotResult(
                snapshot, result.form(), result.vars(), result.rows(), result.engineNs());
    }
}
