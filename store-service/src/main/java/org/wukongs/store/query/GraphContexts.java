package org.wukongs.store.query;

import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.query.algebra.ArbitraryLengthPath;
import org.eclipse.rdf4j.query.algebra.Service;
import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.StatementPattern.Scope;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.ZeroLengthPath;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;

/** Hands one graph to the patterns of a scope, but for those of another GRAPH in it. */
final class GraphContexts extends AbstractQueryModelVisitor<RuntimeException> {

    private final Value graph;

    GraphContexts(Value graph) {
        this.graph = graph;
    }

    @Override
    public void meet(Service inner) {
        // Has a graph of its own.
    }

    @Override
    public void meet(StatementPattern pattern) {
        if (pattern.getContextVar() == null) {
            pattern.replaceWith(
                    new StatementPattern(
                            Scope.NAMED_CONTEXTS,
                            pattern.getSubjectVar().clone(),
                            pattern.getPredicateVar().clone(),
                            pattern.getObjectVar().clone(),
                            context()));
        }
    }

    @Override
    public void meet(ArbitraryLengthPath path) {
        super.meet(path);
        if (path.getContextVar() == null) {
            path.replaceWith(
                    new ArbitraryLengthPath(
                            Scope.NAMED_CONTEXTS,
                            path.getSubjectVar().clone(),
                            path.getPathExpression().clone(),
                            path.getObjectVar().clone(),
                            context(),
                            path.getMinLength()));
        }
    }

    @Override
    public void meet(ZeroLengthPath path) {
        if (path.getContextVar() == null) {
            path.replaceWith(
                    new ZeroLengthPath(
                            Scope.NAMED_CONTEXTS,
                            path.getSubjectVar().clone(),
                            path.getObjectVar().clone(),
                            context()));
        }
    }

    private Var context() {
        return new Var("-graph-" + graph, graph, true, true);
    }
}
