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
import org.wukongs.stream.StreamDefinition;

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
                TransientMemory memory = new TransientMemory(1 << 20);
                StreamState stream =
                        new StreamState(
                                StreamDefinition.of("s"), 1 << 10, memory, graph, new long[0]);
                StagedTriples staged = new StagedTriples("g", graph);
                double removals = random.nextInt(3) * 0.4;
                for (int plan = 0; plan < 5; plan++) {
                    for (int turn = random.nextInt(3); turn >= 0; turn--) {
                        stageTurn(
                                stream, staged, random, statements(random, model, removals), model);
                    }
                    graphs.memory().beginSnapshot();
                    staged.apply(graph);
                    graphs.memory().publishSnapshot();
                    model.assertShows(graph);
                }
            }
        }
    }

    /** A batch of several messages, or a late message, which counts in its own order. */
    private static void stageTurn(
            StreamState stream,
            StagedTriples staged,
            Random random,
            List<Statement> statements,
            TripleModel model) {
        List<Statement> ordered = new ArrayList<>(statements);
        if (random.nextInt(3) == 0) {
            stream.stageLate(0, encoded(statements), staged);
        } else {
            int cut = random.nextInt(statements.size() + 1);
            EncodedBatch first = encoded(statements.subList(0, cut));
            EncodedBatch second = encoded(statements.subList(cut, statements.size()));
            stream.stageTimeless(0, List.of(first, second), staged);
            ordered.sort(Comparator.comparingLong(Statement::timeMs));
        }
        tell(ordered, model);
    }

    private static List<Statement> statements(Random random, TripleModel ids, double removals) {
        List<Statement> statements = new ArrayList<>();
        for (int i = random.nextInt(30); i > 0; i--) {
            boolean removal = random.nextDouble() < removals;
            statements.add(new Statement(random.nextInt(8), ids.randomTriple(random), removal));
        }
        return statements;
    }

    private static EncodedBatch encoded(List<Statement> statements) {
        long removal = EncodedBatch.REMOVAL;
        return new EncodedBatch(
                0,
                false,
                statements.stream().mapToLong(Statement::timeMs).toArray(),
                statements.stream().mapToLong(s -> s.triple().s()).toArray(),
                statements.stream()
                        .mapToLong(s -> s.triple().p() | (s.removal() ? removal : 0))
                        .toArray(),
                statements.stream().mapToLong(s -> s.triple().o()).toArray());
    }

    private static void tell(List<Statement> ordered, TripleModel model) {
        for (Statement statement : ordered) {
            if (statement.removal()) {
                model.triples().remove(statement.triple());
            } else {
                model.triples().add(statement.triple());
            }
        }
    }
}
