package org.wukongs.store.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.SystemNanoClock;
import org.eclipse.rdf4j.model.Value;
import org.eclipse.rdf4j.model.impl.BooleanLiteral;
import org.eclipse.rdf4j.query.BindingSet;
import org.eclipse.rdf4j.query.Dataset;
import org.eclipse.rdf4j.query.algebra.Compare;
import org.eclipse.rdf4j.query.algebra.ExtensionElem;
import org.eclipse.rdf4j.query.algebra.FunctionCall;
import org.eclipse.rdf4j.query.algebra.If;
import org.eclipse.rdf4j.query.algebra.ValueConstant;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryBindingSet;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.eclipse.rdf4j.query.algebra.evaluation.ValueExprEvaluationException;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.DefaultEvaluationStrategy;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.EvaluationStatistics;
import org.eclipse.rdf4j.query.algebra.evaluation.impl.QueryEvaluationContext;
import org.eclipse.rdf4j.query.algebra.helpers.AbstractQueryModelVisitor;
import org.eclipse.rdf4j.rio.helpers.NTriplesUtil;
import org.junit.jupiter.api.Test;
import org.wukongs.csparql.CsparqlParser;
import org.wukongs.csparql.CsparqlQuery;
import org.wukongs.csparql.FixedCatalog;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.naive.Seeds;
import org.wukongs.store.algebra.Comparison;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.execution.ExecutionContext;
import org.wukongs.store.execution.GraphSet;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.rdf.ExpressionSource;
import org.wukongs.store.rdf.StoreRdfEvaluation;

/** Our expressions over ids give what RDF4J's give over terms. */
class ExpressionsTest {

    private static final int EXPRESSIONS = 1_500;
    private static final int ROWS_EACH = 8;
    private static final int DEPTH_MAX = 3;

    private final FixedCatalog catalog = FixedCatalog.ofNames(List.of(), List.of());
    private final TermDictionary dictionary = new TermDictionary(1000);

    /** Half of the terms are known to the dictionary, the others to the execution only. */
    @Test
    void asRdf4jComputesThem() {
        Random random = Seeds.random(getClass());
        RandomExpressions expressions = new RandomExpressions(random);
        List<String> terms = RandomExpressions.TERMS;
        terms.stream().filter(term -> random.nextBoolean()).forEach(dictionary::vertexId);
        int bound = 0;
        for (int i = 0; i < EXPRESSIONS; i++) {
            String expression = expressions.expression(random.nextInt(DEPTH_MAX + 1));
            StringBuilder values = new StringBuilder();
            for (int row = 0; row < ROWS_EACH; row++) {
                String a = terms.get(random.nextInt(terms.size()));
                String b = terms.get(random.nextInt(terms.size()));
                values.append(" (").append(a).append(' ').append(b).append(')');
            }
            String text =
                    "SELECT ?a ?b ?r { VALUES (?a ?b) {"
                            + values
                            + " } BIND("
                            + expression
                            + " AS ?r) }";
            CsparqlQuery query = CsparqlParser.parse(text, catalog);
            List<List<String>> ours = rows(query);
            assertThat(ours).as(text).isEqualTo(expected(query, ours));
            bound += ours.stream().anyMatch(row -> !row.get(2).equals("UNBOUND")) ? 1 : 0;
        }
        assertThat(bound).isGreaterThan(EXPRESSIONS / 3);
    }

    private List<List<String>> rows(CsparqlQuery query) {
        return NaiveEvaluator.rows(
                QueryCompiler.compile(query).execute(context()).rows().strings());
    }

    private ExecutionContext context() {
        SystemNanoClock clock = new SystemNanoClock();
        return new ExecutionContext(
                new GraphSet.Builder().build(),
                dictionary,
                ExecutionLimits.DEFAULT,
                clock,
                clock.nanoTime());
    }

    /**
     * The rows with what RDF4J computes for ?r; ours where RDF4J fails instead of giving an error.
     */
    private List<List<String>> expected(CsparqlQuery query, List<List<String>> ours) {
        ValueExpr[] expression = new ValueExpr[1];
        query.algebra()
                .getTupleExpr()
                .visit(
                        new AbstractQueryModelVisitor<RuntimeException>() {
                            @Override
                            public void meet(ExtensionElem element) {
                                expression[0] = element.getExpr();
                            }
                        });
        QueryValueEvaluationStep step = new Judge(context()).expression(expression[0]);
        List<List<String>> rows = new ArrayList<>();
        for (List<String> row : ours) {
            QueryBindingSet bindings = new QueryBindingSet();
            bindings.addBinding("a", TermDictionary.value(row.get(0)));
            bindings.addBinding("b", TermDictionary.value(row.get(1)));
            rows.add(List.of(row.get(0), row.get(1), value(step, bindings, row.get(2))));
        }
        return rows;
    }

    private static String value(
            QueryValueEvaluationStep step, BindingSet bindings, String ofFailure) {
        try {
            Value value = step.evaluate(bindings);
            return value == null ? NaiveEvaluator.UNBOUND : NTriplesUtil.toNTriplesString(value);
        } catch (ValueExprEvaluationException e) {
            return NaiveEvaluator.UNBOUND;
        } catch (IllegalArgumentException | AssertionError e) {
            return ofFailure;
        }
    }

    /**
     * RDF4J's evaluation of whole expressions. It gets from the store what the store gets from
     * RDF4J, single functions, and departs from RDF4J where that departs from SPARQL: an error in
     * constants does not fail the query, IF of an error is an error, and comparison is ours.
     */
    private static final class Judge extends DefaultEvaluationStrategy {

        private final ExecutionContext context;

        Judge(ExecutionContext context) {
            super(new ExpressionSource(context), null, null, 0, new EvaluationStatistics());
            this.context = context;
        }

        QueryValueEvaluationStep expression(ValueExpr expression) {
            return precompile(expression, new QueryEvaluationContext.Minimal((Dataset) null));
        }

        @Override
        public QueryValueEvaluationStep precompile(
                ValueExpr expression, QueryEvaluationContext evaluation) {
            try {
                QueryValueEvaluationStep step = super.precompile(expression, evaluation);
                return expression instanceof If ? bindings -> bound(step, bindings) : step;
            } catch (ValueExprEvaluationException e) {
                return bindings -> {
                    throw e;
                };
            }
        }

        private static Value bound(QueryValueEvaluationStep step, BindingSet bindings) {
            Value value = step.evaluate(bindings);
            if (value == null) {
                throw new ValueExprEvaluationException("IF of an error");
            }
            return value;
        }

        @Override
        public QueryValueEvaluationStep prepare(
                FunctionCall call, QueryEvaluationContext evaluation) {
            List<QueryValueEvaluationStep> steps =
                    call.getArgs().stream().map(arg -> precompile(arg, evaluation)).toList();
            return bindings -> {
                List<ValueExpr> values =
                        steps.stream()
                                .<ValueExpr>map(step -> new ValueConstant(step.evaluate(bindings)))
                                .toList();
                return new StoreRdfEvaluation(context)
                        .expression(new FunctionCall(call.getURI(), values))
                        .evaluate(bindings);
            };
        }

        @Override
        protected QueryValueEvaluationStep prepare(
                Compare compare, QueryEvaluationContext evaluation) {
            return supplyBinaryValueEvaluation(
                    compare,
                    (left, right) ->
                            BooleanLiteral.valueOf(
                                    Comparison.compare(compare.getOperator(), left, right)),
                    evaluation);
        }
    }
}
