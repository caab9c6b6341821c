package org.wukongs.store.rdf;

import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.ValueFactory;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.algebra.evaluation.TripleSource;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.function.Function;

/**
 * {@code timestamp(s, p, o)}: the newest event time in ms of a triple in any of the execution's
 * windows; {@code timestamp(g, s, p, o, g, s, p, o, …)}: the newest one of the triples that
 * patterns in graphs g have matched, in those graphs' windows. An error (so unbound) if no window
 * has any of them (docs/queries.md, timestamp).
 */
final class TimestampCall implements Function {

    /** Stands for the default graph. */
    static final IRI DEFAULT_GRAPH =
            SimpleValueFactory.getInstance().createIRI("urn:wukongs:default-graph");

    /**
     * Stands for an unbound variable, whose pattern is in an OPTIONAL or UNION that did not match.
     */
    static final IRI UNBOUND = SimpleValueFactory.getInstance().createIRI("urn:wukongs:unbound");

    private static final int TRIPLE_PLACES = 3;
    private static final int PATTERN_PLACES = 4;

    private final String iri;

    TimestampCall(String iri) {
        this.iri = iri;
    }

    @Override
    public String getURI() {
        return iri;
    }

    @Override
    @Deprecated
    public Value evaluate(ValueFactory values, Value... args) throws ValueExprEvaluationException {
        throw new ValueExprEvaluationException(
                "timestamp() needs the windows of a continuous query");
    }

    @Override
    public Value evaluate(TripleSource source, Value... args) throws ValueExprEvaluationException {
        if (!(source instanceof ExpressionSource windows)) {
            return evaluate(source.getValueFactory(), args);
        }
        long newest =
                args.length == TRIPLE_PLACES
                        ? windows.newestEventTimeMs(args[0], args[1], args[2])
                        : newestMatch(windows, args);
        if (newest == Long.MIN_VALUE) {
            throw new ValueExprEvaluationException("timestamp() of a triple that is in no window");
        }
        return source.getValueFactory().createLiteral(newest);
    }

    private static long newestMatch(ExpressionSource windows, Value[] args) {
        long newest = Long.MIN_VALUE;
        for (int i = 0; i + PATTERN_PLACES <= args.length; i += PATTERN_PLACES) {
            String graph = DEFAULT_GRAPH.equals(args[i]) ? null : args[i].stringValue();
            newest =
                    Math.max(
                            newest,
                            windows.newestEventTimeMs(
                                    graph, args[i + 1], args[i + 2], args[i + 3]));
        }
        return newest;
    }
}
