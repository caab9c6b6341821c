package org.wukongs.store.algebra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.agrona.concurrent.SystemNanoClock;
import org.eclipse.rdf4j.query.algebra.ValueExpr;
import org.eclipse.rdf4j.query.algebra.evaluation.QueryValueEvaluationStep;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.explore.ExecutionBudget;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.explore.Workers;
import org.wukongs.store.view.TripleView;

/** Random trees of operators, planned and seeded as queries are, against the definitions. */
class OperatorsTest {

    private static final int TREES = 4_000;
    private static final int DEPTH_MAX = 4;

    @Test
    void asTheDefinitionsSay() {
        Random random = Seeds.random(getClass());
        int rows = 0;
        for (int i = 0; i < TREES; i++) {
            RandomOperators operators = new RandomOperators(random);
            RandomOperators.Tree tree = operators.tree(1 + random.nextInt(DEPTH_MAX));
            List<Map<Integer, String>> found = execute(operators, tree.operator());
            assertThat(RandomOperators.bag(found))
                    .as("tree %d: %s%nplan: %s", i, tree.text(), tree.operator())
                    .isEqualTo(RandomOperators.bag(tree.solutions()));
            assertColumns(tree);
            rows += found.size();
        }
        assertThat(rows).isGreaterThan(TREES);
    }

    /** What an operator says of its columns is what its solutions have. */
    private static void assertColumns(RandomOperators.Tree tree) {
        for (Map<Integer, String> row : tree.solutions()) {
            for (int column : row.keySet()) {
                assertThat(tree.operator().possible().contains(column)).isTrue();
            }
            tree.operator().certain().stream()
                    .forEach(column -> assertThat(row).containsKey(column));
        }
    }

    private static List<Map<Integer, String>> execute(RandomOperators operators, Operator root) {
        int[] output = new int[operators.columnCount()];
        Arrays.setAll(output, column -> column);
        OperatorPlan plan = new OperatorPlan(root, operators.parts, operators.variables, output);
        SystemNanoClock clock = new SystemNanoClock();
        ExecutionBudget budget =
                new ExecutionBudget(ExecutionLimits.DEFAULT, clock, clock.nanoTime());
        ExecutionInput input =
                new ExecutionInput(
                        new OneGraph(operators.graph),
                        operators.dictionary,
                        budget,
                        Workers.NONE,
                        new NoRdfEvaluation());
        List<Map<Integer, String>> rows = new ArrayList<>();
        for (String[] terms : plan.execute(input).strings()) {
            Map<Integer, String> row = new TreeMap<>();
            for (int column = 0; column < terms.length; column++) {
                if (terms[column] != null) {
                    row.put(column, terms[column]);
                }
            }
            rows.add(row);
        }
        return rows;
    }

    private record OneGraph(TripleView view) implements QueryGraphs {

        @Override
        public TripleView graph(String iri) {
            return view;
        }

        @Override
        public boolean has(String iri) {
            return true;
        }

        @Override
        public Map<String, TripleView> named() {
            return Map.of();
        }
    }

    /** These trees are all ours. */
    private static final class NoRdfEvaluation implements RdfEvaluation {

        @Override
        public QueryValueEvaluationStep expression(ValueExpr expression) {
            throw new AssertionError("left to RDF4J: " + expression);
        }
    }
}
