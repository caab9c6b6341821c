package org.wukongs.store.update;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.graph.GraphMemory;
import org.wukongs.store.graph.StoredGraph;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.graph.TripleModel;
import org.wukongs.store.graph.TripleModel.Ids;

/** Random changes of a graph against a set: what is read in between, and what differs at last. */
class GraphDeltaTest {

    private final Random random = Seeds.random(getClass());

    @Test
    void readsAndDiffersAsASet() {
        for (int round = 0; round < 200; round++) {
            try (GraphMemory memory = new GraphMemory(1 << 20)) {
                run(memory.newGraph(), new TripleModel(1 + random.nextInt(6), 3));
            }
        }
    }

    private void run(StoredGraph graph, TripleModel model) {
        for (int i = random.nextInt(30); i > 0; i--) {
            model.add(model.randomTriple(random), graph);
        }
        Set<Ids> before = new LinkedHashSet<>(model.triples());
        GraphDelta delta = new GraphDelta(graph, true);
        for (int step = random.nextInt(40); step > 0; step--) {
            step(delta, model);
            if (random.nextInt(3) == 0) {
                model.assertShows(delta.view());
                assertThat(delta.view().tripleCount()).isEqualTo(model.triples().size());
                Set<Ids> visited = new LinkedHashSet<>();
                delta.forEach((s, p, o) -> assertThat(visited.add(new Ids(s, p, o))).isTrue());
                assertThat(visited).isEqualTo(model.triples());
            }
        }
        GraphEdit edit = delta.edit();
        Set<Ids> added = new LinkedHashSet<>(model.triples());
        added.removeAll(before);
        Set<Ids> removed = new LinkedHashSet<>(before);
        removed.removeAll(model.triples());
        assertThat(edit == null).isEqualTo(added.isEmpty() && removed.isEmpty());
        if (edit != null) {
            assertThat(ids(edit.added())).isEqualTo(added);
            assertThat(ids(edit.removed())).isEqualTo(removed);
        }
    }

    private void step(GraphDelta delta, TripleModel model) {
        int kind = random.nextInt(20);
        Ids triple = model.randomTriple(random);
        if (kind == 0) {
            delta.clear(false);
            model.triples().clear();
        } else if (kind < 11) {
            delta.add(triple.s(), triple.p(), triple.o());
            model.triples().add(triple);
        } else {
            delta.remove(triple.s(), triple.p(), triple.o());
            model.triples().remove(triple);
        }
    }

    private static Set<Ids> ids(TripleBuffer buffer) {
        Set<Ids> ids = new LinkedHashSet<>();
        for (long row = 0; row < buffer.size(); row++) {
            ids.add(new Ids(buffer.subject(row), buffer.pid(row), buffer.object(row)));
        }
        return ids;
    }
}
