package org.wukongs.w3c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HashSet;
import java.util.function.Predicate;
import org.eclipse.rdf4j.model.Model;
import org.eclipse.rdf4j.model.util.Models;
import org.eclipse.rdf4j.query.algebra.Order;
import org.eclipse.rdf4j.query.algebra.QueryModelNode;
import org.eclipse.rdf4j.query.algebra.Reduced;
import org.eclipse.rdf4j.query.algebra.TupleExpr;
import org.eclipse.rdf4j.query.algebra.UnaryTupleOperator;
import org.wukongs.client.OneShotResult;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlSyntaxException;

/** What each kind of test asks for. */
final class W3cChecks {

    private W3cChecks() {}

    /** Runs a test of any kind; fails with an AssertionError or what the store throws. */
    static void check(W3cTest test) throws IOException {
        if (test.isEvaluation()) {
            checkEvaluation(test, 1);
        } else if (test.isPositiveSyntax()) {
            CsparqlParser.parse(QueryRun.text(test));
        } else if (test.isNegativeSyntax()) {
            assertThatThrownBy(() -> CsparqlParser.parse(QueryRun.text(test)))
                    .isInstanceOf(CsparqlSyntaxException.class);
        } else {
            RdfChecks.check(test);
        }
    }

    /** Runs a test of query evaluation on a store of some nodes. */
    static void checkEvaluation(W3cTest test, int nodeCount) throws IOException {
        QueryRun run = new QueryRun(test, nodeCount);
        ExpectedResult expected = new ExpectedResult(test);
        OneShotResult result = run.result();
        switch (result.form()) {
            case ASK -> assertThat(!result.rows().isEmpty()).isEqualTo(expected.truth());
            case GRAPH -> checkGraph(expected.model(), QueryRun.graph(result));
            case SELECT ->
                    checkSolutions(
                            run.parse().algebra().getTupleExpr(),
                            expected,
                            QueryRun.solutions(result));
        }
    }

    static void checkGraph(Model expected, Model actual) {
        assertThat(Models.isomorphic(expected, actual))
                .as("graphs are isomorphic: expected %s, got %s", expected, actual)
                .isTrue();
    }

    private static void checkSolutions(TupleExpr query, ExpectedResult file, Solutions actual)
            throws IOException {
        Solutions expected = file.solutions();
        assertThat(new HashSet<>(actual.vars())).isEqualTo(new HashSet<>(expected.vars()));
        boolean same;
        if (has(query, Reduced.class::isInstance)) {
            same = SolutionMatch.sameReduced(expected.rows(), actual.rows());
        } else if (file.ordered() && has(query, Order.class::isInstance)) {
            same = SolutionMatch.sameList(expected.rows(), actual.rows());
        } else {
            same = SolutionMatch.sameBag(expected.rows(), actual.rows());
        }
        assertThat(same)
                .as("same solutions: expected %s, got %s", expected.rows(), actual.rows())
                .isTrue();
    }

    /** Is one of the outermost query's solution modifiers such a one? */
    private static boolean has(TupleExpr query, Predicate<QueryModelNode> kind) {
        TupleExpr at = query;
        while (at instanceof UnaryTupleOperator operator) {
            if (kind.test(at)) {
                return true;
            }
            at = operator.getArg();
        }
        return false;
    }
}
