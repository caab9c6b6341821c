package org.wukongs.store.query;

import org.eclipse.rdf4j.query.algebra.StatementPattern;
import org.eclipse.rdf4j.query.algebra.Var;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;
import org.wukongs.store.memory.TripleView;

/** Cardinalities for RDF4J's join order, counted in the very graphs that the execution reads. */
final class ViewStatistics extends EvaluationStatistics {

    private final GraphSet graphs;
    private final TermIds terms;

    ViewStatistics(GraphSet graphs, TermIds terms) {
        this.graphs = graphs;
        this.terms = terms;
    }

    @Override
    protected CardinalityCalculator createCardinalityCalculator() {
        return new CardinalityCalculator() {
            @Override
            protected double getCardinality(StatementPattern pattern) {
                return count(pattern);
            }
        };
    }

    private double count(StatementPattern pattern) {
        Var graph = pattern.getContextVar();
        boolean constant = graph != null && graph.hasValue();
        String iri = constant ? ConstantGraphs.unmarked(graph.getValue()) : null;
        TripleView view = graphs.graph(iri);
        long s = terms.vid(pattern.getSubjectVar().getValue());
        long p = terms.pid(pattern.getPredicateVar().getValue());
        long o = terms.vid(pattern.getObjectVar().getValue());
        return PatternCount.count(view, s, p, o);
    }
}
