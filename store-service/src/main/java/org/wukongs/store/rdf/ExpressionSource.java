package org.wukongs.store.rdf;

import org.eclipse.rdf4j.common.iteration.CloseableIteration;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Resource;
import org.eclipse.rdf4j.model.Statement;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.algebra.evaluation.TripleSource;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.execution.ExecutionContext;
import org.wukongs.store.execution.GraphSet;

/**
 * The part of an execution that RDF4J's functions see: no triples, but event times for timestamp().
 */
public final class ExpressionSource implements TripleSource {

    private final GraphSet graphs;
    private final TermDictionary dictionary;

    public ExpressionSource(ExecutionContext context) {
        this.graphs = context.graphs();
        this.dictionary = context.dictionary();
    }

    @Override
    public CloseableIteration<? extends Statement> getStatements(
            Resource subject, IRI predicate, Value object, Resource... contexts) {
        throw new UnsupportedOperationException("expressions read no triples");
    }

    @Override
    public ValueFactory getValueFactory() {
        return SimpleValueFactory.getInstance();
    }

    /**
     * Returns the newest event time in ms of a triple in the execution's windows, {@code
     * Long.MIN_VALUE} if it is in none.
     */
    long newestEventTimeMs(Value subject, Value predicate, Value object) {
        return graphs.newestEventTimeMs(vid(subject), pid(predicate), vid(object));
    }

    /**
     * Returns the newest event time in one graph's windows: the graph of an IRI, or the default
     * graph for null.
     */
    long newestEventTimeMs(String graph, Value subject, Value predicate, Value object) {
        return graphs.newestEventTimeMs(graph, vid(subject), pid(predicate), vid(object));
    }

    private long vid(Value value) {
        return dictionary.findVertex(NTriplesUtil.toNTriplesString(value));
    }

    private long pid(Value value) {
        return dictionary.findPredicate(NTriplesUtil.toNTriplesString(value));
    }
}
