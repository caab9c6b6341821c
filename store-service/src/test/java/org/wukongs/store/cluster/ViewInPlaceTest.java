package org.wukongs.store.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.id.Keys;
import org.wukongs.naive.Seeds;
import org.wukongs.store.graph.StepChecks;
import org.wukongs.store.graph.TripleModel;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.VertexOwners;

/** The same as {@link PartitionedViewTest}, with nodes that read each other's memory. */
class ViewInPlaceTest extends PartitionedViewTest {

    @TempDir private Path folder;

    @Override
    GraphNodes newNodes(VertexOwners owners) {
        return new GraphNodes(owners, folder);
    }

    /** What the other node may have given up is asked for, until it was asked to hold it anew. */
    @Test
    void whatWasRevokedIsAskedFor() {
        Random random = Seeds.random(getClass());
        TripleModel model = new TripleModel(300, 2);
        try (GraphNodes nodes = newNodes(VertexOwners.of(2))) {
            nodes.add(randomTriples(model, random));
            ReadCounts reads = nodes.graphs.get(0).reads();
            TripleView view = nodes.enter(0);
            assertSteps(view, model, random);
            assertThat(reads.inPlaceCount()).isPositive();
            assertThat(reads.fallbackCount()).isZero();
            assertThat(nodes.graphs.get(0).fabric(1).text()).isEqualTo("shm");
            nodes.served.get(1).connected(0); // as another process of node 0
            long before = reads.inPlaceCount();
            assertSteps(view, model, random);
            assertThat(reads.inPlaceCount()).isEqualTo(before);
            assertThat(reads.fallbackCount()).isPositive();
            assertThat(nodes.graphs.get(0).fabric(1).text()).startsWith("tcp");
            nodes.leave(0);
            nodes.add(randomTriples(model, random));
            assertSteps(nodes.enter(0), model, random);
            assertThat(reads.inPlaceCount()).isGreaterThan(before);
            nodes.leave(0);
        }
    }

    /** What was read before it turned out not to count is not part of the answer. */
    @Test
    void whatDidNotCountIsLeftOut() {
        Random random = Seeds.random(getClass());
        TripleModel model = new TripleModel(300, 2);
        try (GraphNodes nodes = newNodes(VertexOwners.of(2))) {
            nodes.add(randomTriples(model, random));
            long[] vertices =
                    model.triples().stream()
                            .mapToLong(TripleModel.Ids::s)
                            .filter(vertex -> nodes.owners.owner(vertex) == 1)
                            .distinct()
                            .toArray();
            RemoteReads reads = ((PartitionedView) nodes.enter(0)).other(1);
            Expansion counted = new Expansion();
            reads.expand(vertices, 1, Keys.OUT).finish(counted);
            assertThat(nodes.graphs.get(0).reads().inPlaceCount()).isEqualTo(1);
            nodes.served.get(1).connected(0);
            Expansion asked = new Expansion();
            reads.expand(vertices, 1, Keys.OUT).finish(asked);
            assertThat(nodes.graphs.get(0).reads().fallbackCount()).isEqualTo(1);
            assertThat(asked.size()).isPositive().isEqualTo(counted.size());
            assertThat(Arrays.copyOf(asked.ids(), asked.size()))
                    .isEqualTo(Arrays.copyOf(counted.ids(), counted.size()));
            nodes.leave(0);
        }
    }

    /** Who is asked for a newer snapshot in vain may have given back what it held before. */
    @Test
    void whatMayHaveBeenGivenBackIsAskedForAnew() {
        TripleModel model = new TripleModel(300, 2);
        try (GraphNodes nodes = newNodes(VertexOwners.of(2))) {
            nodes.add(randomTriples(model, Seeds.random(getClass())));
            PartitionedGraphs graphs = nodes.graphs.get(0);
            assertThat(requestsOfHold(graphs, 1)).isPositive();
            assertThat(requestsOfHold(graphs, 1)).as("it is held").isZero();
            assertThat(graphs.hold(2)).as("nobody has it").isFalse();
            assertThat(requestsOfHold(graphs, 1)).isPositive();
            assertThat(requestsOfHold(graphs, 1)).isZero();
        }
    }

    private static long requestsOfHold(PartitionedGraphs graphs, long sn) {
        long before = graphs.reads().requestCount();
        assertThat(graphs.hold(sn)).isTrue();
        graphs.release(sn);
        return graphs.reads().requestCount() - before;
    }

    private static void assertSteps(TripleView view, TripleModel model, Random random) {
        for (int step = 0; step < 10; step++) {
            StepChecks.assertSteps(view, model, random);
        }
    }

    private static Set<TripleModel.Ids> randomTriples(TripleModel model, Random random) {
        Set<TripleModel.Ids> triples = new HashSet<>();
        for (int i = 0; i < 500; i++) {
            triples.add(model.randomTriple(random));
        }
        model.triples().addAll(triples);
        return triples;
    }
}
