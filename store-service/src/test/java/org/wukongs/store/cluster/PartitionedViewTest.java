package org.wukongs.store.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;
import org.wukongs.store.graph.StepChecks;
import org.wukongs.store.graph.TripleModel;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.VertexOwners;

/** A graph over some nodes, against a set of triples: every node sees all of it. */
class PartitionedViewTest {

    GraphNodes newNodes(VertexOwners owners) {
        return new GraphNodes(owners);
    }

    private static VertexOwners randomOwners(Random random) {
        int nodeCount = 1 + random.nextInt(5);
        return random.nextBoolean()
                ? VertexOwners.of(nodeCount)
                : VertexOwners.of(
                        nodeCount, random.ints(Vids.PARTITION_COUNT, 0, nodeCount).toArray());
    }

    private static Set<TripleModel.Ids> randomTriples(TripleModel model, Random random) {
        Set<TripleModel.Ids> triples = new LinkedHashSet<>();
        int count = random.nextInt(random.nextInt(10) == 0 ? 2_000 : 150);
        boolean hub = random.nextInt(3) == 0;
        long hubVertex = model.vertex(random);
        for (int i = 0; i < count; i++) {
            TripleModel.Ids triple = model.randomTriple(random);
            triples.add(
                    hub && random.nextBoolean()
                            ? new TripleModel.Ids(triple.s(), triple.p(), hubVertex)
                            : triple);
        }
        return triples;
    }

    @Test
    void everyNodeSeesTheWholeGraph() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 150; round++) {
            TripleModel model = new TripleModel(1 + random.nextInt(60), 1 + random.nextInt(3));
            try (GraphNodes nodes = newNodes(randomOwners(random))) {
                for (int snapshot = 0; snapshot < 1 + random.nextInt(4); snapshot++) {
                    Set<TripleModel.Ids> more = randomTriples(model, random);
                    Set<TripleModel.Ids> fresh = new HashSet<>(more);
                    fresh.removeAll(model.triples());
                    assertThat(nodes.add(more)).isEqualTo(fresh.size());
                    model.triples().addAll(more);
                    int node = random.nextInt(nodes.owners.shardCount());
                    TripleView view = nodes.enter(node);
                    for (int step = 0; step < 5; step++) {
                        StepChecks.assertSteps(view, model, random);
                    }
                    assertCounts(nodes.withoutCounts(node), model);
                    if (round % 10 == 0) {
                        model.assertShows(view);
                        assertIndexMembers(view, model);
                    }
                    nodes.leave(node);
                }
                nodes.check();
            }
        }
    }

    private static void assertCounts(TripleView view, TripleModel model) {
        assertThat(view.tripleCount()).isEqualTo(model.triples().size());
        for (long p = 1; p <= model.predicateCount(); p++) {
            long pid = p;
            assertThat(view.tripleCount(pid))
                    .isEqualTo(model.triples().stream().filter(t -> t.p() == pid).count());
            assertThat(view.degree(Keys.key(Vids.INDEX_VERTEX, pid, Keys.OUT)))
                    .isEqualTo(
                            model.triples().stream()
                                    .filter(t -> t.p() == pid)
                                    .map(TripleModel.Ids::s)
                                    .distinct()
                                    .count());
        }
    }

    /** Lists know their members, and give any of their places. */
    private static void assertIndexMembers(TripleView view, TripleModel model) {
        for (int direction = 0; direction < 2; direction++) {
            Neighbours list = view.neighbours(Keys.key(Vids.INDEX_VERTEX, 1, direction));
            Set<Long> ids = new HashSet<>();
            for (int i = list.size() - 1; i >= 0; i--) {
                ids.add(list.get(i));
            }
            long[] places = new long[list.size()];
            for (int i = 0; i < places.length; i++) {
                places[i] = places.length - 1L - i;
            }
            long[] gathered = new long[places.length];
            list.gather(places, places.length, gathered);
            for (int i = 0; i < places.length; i++) {
                assertThat(gathered[i]).isEqualTo(list.get((int) places[i]));
            }
            for (int v = 0; v <= model.vertexCount(); v++) {
                assertThat(list.contains(TripleModel.vid(v)))
                        .isEqualTo(ids.contains(TripleModel.vid(v)));
            }
        }
    }

    /** A node that reads keeps its snapshot at all nodes, whatever is added meanwhile. */
    @Test
    void aReaderKeepsItsSnapshotAtAllNodes() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 60; round++) {
            TripleModel before = new TripleModel(40, 2);
            try (GraphNodes nodes = newNodes(randomOwners(random))) {
                before.triples().addAll(randomTriples(before, random));
                nodes.add(before.triples());
                int node = random.nextInt(nodes.owners.shardCount());
                TripleView old = nodes.enter(node);
                TripleModel after = new TripleModel(40, 2);
                after.triples().addAll(before.triples());
                for (int snapshot = 0; snapshot < 3; snapshot++) {
                    Set<TripleModel.Ids> gone = randomTriples(after, random);
                    Set<TripleModel.Ids> more = randomTriples(after, random);
                    after.triples().removeAll(gone);
                    after.triples().addAll(more);
                    nodes.change(gone, more);
                    nodes.stored.forEach(stored -> stored.memory().retireMarks());
                    StepChecks.assertSteps(old, before, random);
                }
                before.assertShows(old);
                nodes.leave(node);
                int other = random.nextInt(nodes.owners.shardCount());
                after.assertShows(nodes.enter(other));
                nodes.leave(other);
                after.assertShows(nodes.enter(node));
                nodes.leave(node);
                nodes.check();
                nodes.stored.forEach(stored -> stored.memory().retireMarks());
                assertThat(nodes.stored.get(node).memory().markBytes()).isZero();
            }
        }
    }

    /** A list longer than an answer comes in pieces, whole and for each row. */
    @Test
    void aHubsListComesInPieces() {
        int count = 300_000;
        long hub = Vids.vid(1, 900);
        Set<TripleModel.Ids> triples = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            triples.add(new TripleModel.Ids(Vids.vid(2 + i, 17), 1, hub));
        }
        try (GraphNodes nodes = newNodes(VertexOwners.of(2))) {
            nodes.add(triples);
            TripleView view = nodes.enter(0);
            long[] vertices = {hub, Vids.vid(2, 17), hub, hub, hub, Vids.vid(2, 900), hub};
            Expansion into = new Expansion();
            view.expand(vertices, vertices.length, 1, Keys.IN, into);
            assertThat(into.size()).isEqualTo(5 * count);
            for (int i = 0; i < into.size(); i++) {
                assertThat(Vids.partition(into.ids()[i])).isEqualTo(17);
            }
            assertThat(into.rows()[0]).isZero();
            assertThat(into.rows()[into.size() - 1]).isEqualTo(6);
            Neighbours list = view.subjects(1, hub);
            assertThat(list.size()).isEqualTo(count);
            long[] ids = new long[count];
            list.copyTo(0, count, ids, 0);
            Set<Long> distinct = new HashSet<>();
            for (long id : ids) {
                distinct.add(id);
            }
            assertThat(distinct).hasSize(count);
            assertThat(list.get(count - 1)).isEqualTo(ids[count - 1]);
            assertThat(list.contains(Vids.vid(2, 17))).isTrue();
            assertThat(list.contains(Vids.vid(2, 18))).isFalse();
            nodes.leave(0);
        }
    }

    /** A step asks each other node once, whatever the number of its rows; own rows ask nobody. */
    @Test
    void aStepIsOneRequestForEachOtherOwner() {
        int nodeCount = 4;
        TripleModel model = new TripleModel(400, 2);
        Random random = Seeds.random(getClass());
        for (int i = 0; i < 4_000; i++) {
            model.triples().add(model.randomTriple(random));
        }
        try (GraphNodes nodes = new GraphNodes(VertexOwners.of(nodeCount))) {
            nodes.add(model.triples());
            TripleView view = nodes.enter(1);
            long[] vertices = new long[2_048];
            long[] others = new long[vertices.length];
            for (int row = 0; row < vertices.length; row++) {
                vertices[row] = model.vertex(random);
                others[row] = model.vertex(random);
            }
            int count = vertices.length;
            int[] kept = new int[count];
            Expansion into = new Expansion();
            assertRequests(nodes, 3, () -> view.expand(vertices, count, 1, Keys.IN, into));
            assertRequests(nodes, 3, () -> view.probe(vertices, 1, others, count, kept));
            assertRequests(
                    nodes,
                    3,
                    () -> view.probeConstant(vertices, count, 1, Keys.OUT, others[0], kept));
            long own = firstOf(nodes.owners, 1, others);
            long remote = firstOf(nodes.owners, 2, others);
            assertRequests(
                    nodes, 0, () -> view.probeConstant(vertices, count, 1, Keys.IN, own, kept));
            assertRequests(
                    nodes, 1, () -> view.probeConstant(vertices, count, 1, Keys.IN, remote, kept));
            assertRequests(nodes, 0, () -> view.objects(own, 1));
            assertRequests(nodes, 1, () -> view.objects(remote, 1));
            assertRequests(
                    nodes, 3, () -> view.neighbours(Keys.key(Vids.INDEX_VERTEX, 1, Keys.OUT)));
            assertRequests(nodes, 3, view::tripleCount);
            assertRequests(nodes, 0, view::tripleCount);
            nodes.leave(1);
            assertRequests(nodes, 0, () -> nodes.enter(1));
            nodes.leave(1);
        }
    }

    /** Counts are estimates: those of a snapshot serve for others while this node's are alike. */
    @Test
    void countsAreAskedForAgainIfTheyMayDiffer() {
        try (GraphNodes nodes = new GraphNodes(VertexOwners.of(3))) {
            long next = 1;
            next = addSome(nodes, next, 3_000);
            assertCountRequests(nodes, 2);
            for (int i = 1; i < GraphCounts.SNAPSHOTS_MAX; i++) {
                next = addSome(nodes, next, 3);
                assertCountRequests(nodes, 0);
            }
            next = addSome(nodes, next, 3);
            assertCountRequests(nodes, 2); // after many snapshots
            next = addSome(nodes, next, 1_000);
            assertCountRequests(nodes, 2); // after a large change
            addSome(nodes, next, 3);
            assertCountRequests(nodes, 0);
        }
    }

    private static long addSome(GraphNodes nodes, long first, int count) {
        Set<TripleModel.Ids> triples = new HashSet<>();
        for (long i = first; i < first + count; i++) {
            triples.add(new TripleModel.Ids(i, 1, i + 1));
        }
        nodes.add(triples);
        return first + count;
    }

    private static void assertCountRequests(GraphNodes nodes, int expected) {
        TripleView view = nodes.enter(1);
        assertRequests(nodes, expected, view::tripleCount);
        nodes.leave(1);
    }

    private static long firstOf(VertexOwners owners, int node, long[] vertices) {
        for (long vertex : vertices) {
            if (owners.owner(vertex) == node) {
                return vertex;
            }
        }
        throw new IllegalStateException("no vertex of a node");
    }

    private static void assertRequests(GraphNodes nodes, int expected, Runnable step) {
        long before = nodes.requestCount(1);
        step.run();
        assertThat(nodes.requestCount(1) - before).isEqualTo(expected);
    }
}
