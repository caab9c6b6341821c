package org.wukongs.store.query;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.rdf4j.model.IRI;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.SimpleValueFactory;
import org.eclipse.rdf4j.query.algebra.ArbitraryLengthPath;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.ZeroLengthPath;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;

/**
 * Marks the graphs that a query names by a constant.
 *
 * <p>A constant may name any graph of the query, a variable has only the named ones (csparql.md,
 * "What a pattern is matched against"). To RDF4J both are an IRI by the time it asks; without the
 * mark, whether {@code ?x :in ?g . GRAPH ?g {…}} finds a graph that is not named would hang on
 * which of the two is matched first.
 */
final class ConstantGraphs extends AbstractQueryModelVisitor<RuntimeException> {

    private static final String PREFIX = "urn:wukongs:constant-graph:";

    private final List<Var> found = new ArrayList<>();

    private ConstantGraphs() {}

    /** Marks the constants behind GRAPH in an expression. */
    static TupleExpr mark(TupleExpr expression) {
        ConstantGraphs constants = new ConstantGraphs();
        expression.visit(constants);
        for (Var var : constants.found) {
            IRI marked = marked(var.getValue().stringValue());
            var.replaceWith(new Var(var.getName(), marked, var.isAnonymous(), var.isConstant()));
        }
        return expression;
    }

    /** The IRI that stands for a graph named by a constant. */
    static IRI marked(String iri) {
        return SimpleValueFactory.getInstance().createIRI(PREFIX + iri);
    }

    /** The IRI of a graph, marked or not. */
    static String unmarked(Value graph) {
        String iri = graph.stringValue();
        return iri.startsWith(PREFIX) ? iri.substring(PREFIX.length()) : iri;
    }

    @Override
    public void meet(StatementPattern pattern) {
        add(pattern.getContextVar());
    }

    @Override
    public void meet(ZeroLengthPath path) {
        add(path.getContextVar());
    }

    @Override
    public void meet(ArbitraryLengthPath path) {
        add(path.getContextVar());
        super.meet(path);
    }

    private void add(Var graph) {
        if (graph != null && graph.hasValue()) {
            found.add(graph);
        }
    }
}
