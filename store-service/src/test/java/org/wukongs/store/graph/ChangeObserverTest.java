package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;

/**
 * Random changes of a graph in a memory that is too small at times, as an observer is told them.
 */
class ChangeObserverTest {

    private static final int STEPS = 60;

    private final Random random = Seeds.random(getClass());
    private int failureCount;
    private int tooLargeCount;
    private int cancelledCount;

    /** Follows the graph, and keeps the changes since the last snapshot. */
    private static final class Follower implements ChangeObserver {

        private final long rowsMax;
        private final Set<TripleModel.Ids> graph = new HashSet<>();
        private final List<TripleBuffer> removed = new ArrayList<>();
        private final List<TripleBuffer> added = new ArrayList<>();
        private boolean lost;

        Follower(long rowsMax) {
            this.rowsMax = rowsMax;
        }

        @Override
        public long rowsMax() {
            return rowsMax;
        }

        @Override
        public void changed(boolean removes, TripleBuffer triples) {
            lost |= triples == null;
            if (lost) {
                return;
            }
            (removes ? removed : added).add(triples);
            for (TripleModel.Ids triple : ids(triples)) {
                boolean changes = removes ? graph.remove(triple) : graph.add(triple);
                assertThat(changes).as("each triple told has changed the graph").isTrue();
            }
        }
    }

    private static List<TripleModel.Ids> ids(TripleBuffer triples) {
        List<TripleModel.Ids> ids = new ArrayList<>();
        for (long row = 0; row < triples.size(); row++) {
            ids.add(
                    new TripleModel.Ids(
                            triples.subject(row), triples.pid(row), triples.object(row)));
        }
        return ids;
    }

    @Test
    void theChangesToldAddUpToTheGraph() {
        for (int round = 0; round < 40; round++) {
            long budget = GraphMemory.BUDGET_BYTES_MIN + random.nextInt(1 << 15);
            try (GraphMemory memory = new GraphMemory(budget, SharedInserts.any(random))) {
                run(memory);
            }
        }
        assertThat(failureCount).isPositive();
        assertThat(tooLargeCount).isPositive();
        assertThat(cancelledCount).isPositive();
    }

    private void run(GraphMemory memory) {
        TripleModel model = new TripleModel(8, 3);
        StoredGraph graph = memory.newGraph();
        long rowsMax = random.nextBoolean() ? Long.MAX_VALUE : 20;
        for (int step = 0; step < STEPS; step++) {
            Follower follower = new Follower(rowsMax);
            follower.graph.addAll(model.triples());
            graph.observe(follower);
            Set<TripleModel.Ids> before = Set.copyOf(model.triples());
            memory.beginSnapshot();
            for (int i = random.nextInt(4); i >= 0; i--) {
                change(graph, model);
            }
            memory.publishSnapshot();
            tooLargeCount += follower.lost ? 1 : 0;
            if (!follower.lost) {
                assertThat(follower.graph).isEqualTo(model.triples());
                checkNet(follower, before, model.triples());
            }
        }
        graph.observe(null);
    }

    private void change(StoredGraph graph, TripleModel model) {
        TripleBuffer buffer = new TripleBuffer();
        Set<TripleModel.Ids> batch = new HashSet<>();
        for (int i = random.nextInt(25); i >= 0; i--) {
            TripleModel.Ids triple = model.randomTriple(random);
            batch.add(triple);
            buffer.append(triple.s(), triple.p(), triple.o());
        }
        try {
            if (random.nextInt(3) == 0) {
                graph.remove(buffer);
                model.triples().removeAll(batch);
            } else {
                graph.insert(buffer);
                model.triples().addAll(batch);
            }
        } catch (WukongsException full) {
            failureCount++; // and the observer was told nothing
        }
    }

    private void checkNet(
            Follower follower, Set<TripleModel.Ids> before, Set<TripleModel.Ids> after) {
        NetChanges net = NetChanges.of(follower.removed, follower.added);
        Set<TripleModel.Ids> now = new HashSet<>(before);
        int rows = 0;
        for (int row = 0; row < net.size(); row++) {
            TripleModel.Ids triple = triple(net, row);
            assertThat(row < net.removedCount() ? now.remove(triple) : now.add(triple)).isTrue();
            boolean ordered =
                    row == 0
                            || row == net.removedCount()
                            || net.subject(row - 1) < net.subject(row)
                            || (net.subject(row - 1) == net.subject(row)
                                    && net.edge(row - 1) < net.edge(row));
            assertThat(ordered).isTrue();
            assertThat(
                            net.removedUpTo(net.subject(row), net.edge(row))
                                    + net.addedUpTo(net.subject(row), net.edge(row)))
                    .isGreaterThan(0);
            rows++;
        }
        assertThat(now).isEqualTo(after);
        long told =
                follower.removed.stream().mapToLong(TripleBuffer::size).sum()
                        + follower.added.stream().mapToLong(TripleBuffer::size).sum();
        cancelledCount += rows < told ? 1 : 0;
    }

    private static TripleModel.Ids triple(NetChanges net, int row) {
        long edge = net.edge(row);
        return new TripleModel.Ids(net.subject(row), Edges.pid(edge), Edges.object(edge));
    }
}
