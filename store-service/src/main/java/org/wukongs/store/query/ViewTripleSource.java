package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.common.iteration.EmptyIteration;
import org.eclipse.rdf4j.common.iteration.LookAheadIteration;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.algebra.evaluation.TripleSource;
import org.eclipse.rdf4j.query.impl.SimpleDataset;
import org.wukongs.store.memory.TripleView;

/**
 * The graphs of one execution as RDF4J's evaluation reads them.
 *
 * <p>RDF4J asks for a pattern outside GRAPH with the dataset's default graphs as contexts, for
 * GRAPH with a constant or bound variable with that one graph, and for GRAPH with an unbound
 * variable with all the dataset's named graphs. The dataset given to it has one default graph,
 * {@link #DEFAULT}, and one named graph more than can be addressed, {@link #ANY_NAMED}, so that the
 * three can be told apart.
 */
final class ViewTripleSource implements TripleSource {

    private static final ValueFactory VALUES = SimpleValueFactory.getInstance();
    private static final IRI DEFAULT = VALUES.createIRI("urn:wukongs:default-graph");
    private static final IRI ANY_NAMED = VALUES.createIRI("urn:wukongs:any-named-graph");

    private final ExecutionContext context;
    private final TermIds terms;

    ViewTripleSource(ExecutionContext context, TermIds terms) {
        this.context = context;
        this.terms = terms;
    }

    static SimpleDataset dataset(GraphSet graphs) {
        SimpleDataset dataset = new SimpleDataset();
        dataset.addDefaultGraph(DEFAULT);
        dataset.addNamedGraph(ANY_NAMED);
        for (String iri : graphs.iris()) {
            dataset.addNamedGraph(ConstantGraphs.marked(iri));
        }
        for (String iri : graphs.named().keySet()) {
            dataset.addNamedGraph(VALUES.createIRI(iri));
        }
        return dataset;
    }

    @Override
    public CloseableIteration<? extends Statement> getStatements(
            Resource subject, IRI predicate, Value object, Resource... contexts) {
        long s = terms.vid(subject);
        long p = terms.pid(predicate);
        long o = terms.vid(object);
        if (s == TermIds.UNKNOWN || p == TermIds.UNKNOWN || o == TermIds.UNKNOWN) {
            return new EmptyIteration<>();
        }
        if (contexts.length > 1) {
            return new Statements(named(), s, p, o);
        }
        boolean inDefault = contexts.length == 0 || DEFAULT.equals(contexts[0]);
        Resource graph = inDefault ? null : contexts[0];
        return new Statements(Collections.singletonList(graph), s, p, o);
    }

    private List<Resource> named() {
        List<Resource> named = new ArrayList<>();
        for (String iri : context.graphs().named().keySet()) {
            named.add(VALUES.createIRI(iri));
        }
        return named;
    }

    @Override
    public ValueFactory getValueFactory() {
        return VALUES;
    }

    /**
     * Newest event time in ms of a triple in the execution's windows, {@code Long.MIN_VALUE} where
     * in none.
     */
    long newestEventTimeMs(Value subject, Value predicate, Value object) {
        return context.graphs()
                .newestEventTimeMs(terms.vid(subject), terms.pid(predicate), terms.vid(object));
    }

    /** As above, in one graph's windows: that of an IRI, or for null the default graph's. */
    long newestEventTimeMs(String graph, Value subject, Value predicate, Value object) {
        return context.graphs()
                .newestEventTimeMs(
                        graph, terms.vid(subject), terms.pid(predicate), terms.vid(object));
    }

    /** The matches of one pattern in some graphs, one graph after the other. */
    private final class Statements extends LookAheadIteration<Statement> {

        private final List<Resource> graphs;
        private final long subject;
        private final long predicate;
        private final long object;
        private final TripleCursor cursor = new TripleCursor();
        private int graphIndex = -1;
        private Resource graphName;

        Statements(List<Resource> graphs, long subject, long predicate, long object) {
            this.graphs = graphs;
            this.subject = subject;
            this.predicate = predicate;
            this.object = object;
        }

        @Override
        protected void handleClose() {
            // Nothing is held.
        }

        @Override
        protected Statement getNextElement() {
            while (graphIndex < 0 || !cursor.next()) {
                if (++graphIndex >= graphs.size()) {
                    return null;
                }
                graphName = graphs.get(graphIndex);
                String iri = graphName == null ? null : ConstantGraphs.unmarked(graphName);
                TripleView view = context.graphs().graph(iri);
                cursor.reset(view, subject, predicate, object);
            }
            context.work();
            return VALUES.createStatement(
                    (Resource) terms.vertex(cursor.subject()),
                    (IRI) terms.predicate(cursor.predicate()),
                    terms.vertex(cursor.object()),
                    graphName);
        }
    }
}
