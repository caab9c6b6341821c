package org.wukongs.store.stream;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.TripleModel;
import org.wukongs.stream.EncodedBatch;

class StagedTriplesTest {

    private static final int VERTICES = 3;
    private static final int PREDICATES = 2;

    private record Statement(long timeMs, TripleModel.Ids triple, boolean removal) {}

    /** Plans in which tuples say and take back the same few triples, in any order of time. */
    @Test
    void theNewestTupleOfATripleCounts() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 300; round++) {
            try (StoredGraphs graphs = new StoredGraphs(1 << 20)) {
                StoredGraph graph = graphs.graphFor("g");
                TripleModel model = new TripleModel(VERTICES, PREDICATES);
                StagedTriples staged = new StagedTriples();
                double removals = random.nextInt(3) * 0.4;
                for (int plan = 0; plan < 5; plan++) {
                    List<Statement> statements = statements(random, model, removals);
                    stage(statements, staged);
                    while (!staged.isEmpty()) {
                        staged.applySome(graph);
                    }
                    tell(statements, model);
                    model.assertShows(graph);
                }
            }
        }
    }

    private static List<Statement> statements(Random random, TripleModel ids, double removals) {
        List<Statement> statements = new ArrayList<>();
        for (int i = random.nextInt(30); i > 0; i--) {
            boolean removal = random.nextDouble() < removals;
            statements.add(new Statement(random.nextInt(8), ids.randomTriple(random), removal));
        }
        return statements;
    }

    private static void stage(List<Statement> statements, StagedTriples staged) {
        int size = statements.size();
        long removal = EncodedBatch.REMOVAL;
        EncodedBatch tuples =
                new EncodedBatch(
                        0,
                        false,
                        statements.stream().mapToLong(Statement::timeMs).toArray(),
                        statements.stream().mapToLong(s -> s.triple().s()).toArray(),
                        statements.stream()
                                .mapToLong(s -> s.triple().p() | (s.removal() ? removal : 0))
                                .toArray(),
                        statements.stream().mapToLong(s -> s.triple().o()).toArray());
        for (int row = 0; row < size; row++) {
            if (tuples.isRemoval(row)) {
                staged.remove(tuples, row);
            } else {
                staged.add(tuples, row);
            }
        }
    }

    private static void tell(List<Statement> statements, TripleModel model) {
        List<Statement> ordered = new ArrayList<>(statements);
        ordered.sort(Comparator.comparingLong(Statement::timeMs));
        for (Statement statement : ordered) {
            if (statement.removal()) {
                model.triples().remove(statement.triple());
            } else {
                model.triples().add(statement.triple());
            }
        }
    }
}
