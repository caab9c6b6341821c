package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;
import org.wukongs.id.Keys;
import org.wukongs.naive.Seeds;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.TripleModel;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleIndex;
import org.wukongs.store.view.TripleView;

/** A {@link ColumnExpansion} of rows with and without runs brings what each row's vertex has. */
class RunExpansionTest {

    private static final int ROUNDS = 300;
    private static final int MORSEL_ROWS = 200;

    private final Random random = Seeds.random(getClass());

    @Test
    void asRowByRow() {
        int withRuns = 0;
        for (int round = 0; round < ROUNDS; round++) {
            TripleModel model = new TripleModel(40, 1);
            TripleIndex graph = new TripleIndex();
            for (int i = random.nextInt(300); i > 0; i--) {
                TripleModel.Ids triple = model.randomTriple(random);
                graph.add(triple.s(), triple.p(), triple.o());
            }
            long[] vertices = vertices(model, 50 + random.nextInt(500));
            withRuns += Runs.mayPay(vertices, 0, vertices.length, 2) ? 1 : 0;
            int direction = random.nextInt(2);
            int from = random.nextInt(vertices.length);
            assertThat(expanded(graph, vertices, direction, from))
                    .isEqualTo(expected(graph, vertices, direction, from));
        }
        assertThat(withRuns).isBetween(1, ROUNDS - 1);
    }

    private long[] vertices(TripleModel model, int count) {
        long[] vertices = new long[count];
        int runLength = 1 + random.nextInt(6);
        for (int row = 0; row < count; row++) {
            boolean same = row > 0 && random.nextInt(runLength) > 0;
            vertices[row] = same ? vertices[row - 1] : model.vertex(random);
            vertices[row] = random.nextInt(50) == 0 ? BindingTable.UNBOUND : vertices[row];
        }
        return vertices;
    }

    /** Row and id of each row that the expansion makes. */
    private static List<Long> expanded(TripleView graph, long[] vertices, int direction, int from) {
        Step step =
                Step.producer(StepKind.EXPAND, 0, Place.column(0), Place.constant(0), direction, 1);
        Morsel parent = new Morsel(2);
        parent.reset(new BindingTable(new long[][] {vertices, null}, vertices.length));
        ColumnExpansion expansion = new ColumnExpansion(step, bytes -> {});
        expansion.bind(bindings(graph));
        expansion.begin(parent, from, vertices.length);
        List<Long> found = new ArrayList<>();
        int made = expansion.next(MORSEL_ROWS);
        while (made >= 0) {
            for (int i = 0; i < made; i++) {
                found.add((long) expansion.rows()[i]);
                found.add(expansion.ids()[i]);
            }
            made = expansion.next(MORSEL_ROWS);
        }
        return found;
    }

    private static Bindings bindings(TripleView graph) {
        ExecutionBudget budget =
                new ExecutionBudget(ExecutionLimits.DEFAULT, new SystemNanoClock(), 0);
        long[] constants = {1};
        return new Bindings(
                new TripleView[] {graph},
                constants,
                new RowFilter[0],
                new TermDictionary(10),
                budget);
    }

    private static List<Long> expected(TripleView graph, long[] vertices, int direction, int from) {
        List<Long> expected = new ArrayList<>();
        for (int row = from; row < vertices.length; row++) {
            if (vertices[row] == BindingTable.UNBOUND) {
                continue;
            }
            Neighbours list = graph.neighbours(Keys.key(vertices[row], 1, direction));
            for (int i = 0; i < list.size(); i++) {
                expected.add((long) row);
                expected.add(list.get(i));
            }
        }
        return expected;
    }
}
