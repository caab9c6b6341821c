package org.wukongs.store.plan;

import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.error.WukongsException;
import org.wukongs.store.algebra.OperatorPlan;
import org.wukongs.store.execution.Datasets;
import org.wukongs.store.execution.ExecutionContext;
import org.wukongs.store.execution.ExecutionResources;
import org.wukongs.store.execution.GraphSet;
import org.wukongs.store.explore.BindingTable;
import org.wukongs.store.graph.ReaderEpochs;
import org.wukongs.store.node.StoreNode;
import org.wukongs.store.rdf.StoreRdfEvaluation;

/**
 * One-shot queries of a node that are parsed and planned once and executed any number of times with
 * other constants. The store does not offer this to users, benchmarks measure it. It is in the
 * package of the store's query engines because it executes their package-private plans: so
 * production code has nothing that only benchmarks use.
 */
public final class PreparedQueries {

    private final StoreNode node;
    private final PlanTemplates templates = new PlanTemplates(PlanTemplates.COUNT_MAX_DEFAULT);

    public PreparedQueries(StoreNode node) {
        this.node = node;
    }

    /**
     * Prepares a query for executions by any one thread; a query that is more than a basic graph
     * pattern with filters, projection, DISTINCT, OFFSET and LIMIT is a USER error. Any thread.
     */
    public Prepared prepare(String text) {
        CsparqlQuery query = CsparqlParser.parse(text, node.streams());
        CompiledQuery compiled = QueryCompiler.compile(query, templates);
        if (compiled.plan().single() == null) {
            throw WukongsException.user(
                    "only basic graph patterns with filters can be prepared: engine="
                            + compiled.engine());
        }
        return new Prepared(node, compiled);
    }

    /** Ids of the constants of a query, in the order of its text. */
    public long[] constantIds(String text) {
        try (Prepared prepared = prepare(text)) {
            return prepared.constantIds();
        }
    }

    /**
     * One prepared query. Used by one thread at a time; to be closed, as it holds a reader's slot
     * of the stored graphs. Graphs are looked up again only with a new snapshot.
     */
    public static final class Prepared implements AutoCloseable {

        private final StoreNode node;
        private final CompiledQuery query;
        private final OperatorPlan plan;
        private final ReaderEpochs.Reader reader;
        private GraphSet graphs;
        private long snapshot;

        private Prepared(StoreNode node, CompiledQuery query) {
            this.node = node;
            this.query = query;
            this.plan = query.plan();
            this.reader = node.stored().memory().epochs().newReader();
        }

        /** Ids of its own constants now: vids, pids for predicates. */
        public long[] constantIds() {
            return plan.constantIds(node.dictionary());
        }

        /** Its solutions as ids, with these ids in the places of its constants. */
        public BindingTable execute(long[] constants) {
            long sn = reader.enter();
            try {
                ExecutionContext context = context(sn);
                try {
                    return plan.explore(
                            StoreRdfEvaluation.input(context),
                            constants,
                            plan.single().selection());
                } finally {
                    context.budget().close();
                }
            } finally {
                reader.leave();
            }
        }

        private ExecutionContext context(long sn) {
            ExecutionResources resources = node.resources();
            if (graphs == null || sn != snapshot) {
                graphs = Datasets.of(query.query(), resources.stored(reader));
                snapshot = sn;
            }
            return resources.context(graphs, resources.nowNs(), reader);
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
