package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleIndex;
import org.wukongs.store.view.TripleView;

/** A set of triples of small ids, and the check that a view shows exactly it. */
public final class TripleModel {

    /** Vertices are 1024, 2048, … and a partition, as real vids are; predicates 1, 2, …. */
    public record Ids(long s, long p, long o) {}

    private final int vertexCount;
    private final int predicateCount;
    private final Set<Ids> triples = new LinkedHashSet<>();

    public TripleModel(int vertexCount, int predicateCount) {
        this.vertexCount = vertexCount;
        this.predicateCount = predicateCount;
    }

    public int vertexCount() {
        return vertexCount;
    }

    public int predicateCount() {
        return predicateCount;
    }

    public Set<Ids> triples() {
        return triples;
    }

    public Ids randomTriple(Random random) {
        return new Ids(vertex(random), 1 + random.nextInt(predicateCount), vertex(random));
    }

    public long vertex(Random random) {
        return vid(random.nextInt(vertexCount));
    }

    public static long vid(int number) {
        return Vids.vid(1 + number, number * 389 % Vids.PARTITION_COUNT);
    }

    /** Adds a triple to model and index, which must agree on whether it is new. */
    public void add(Ids triple, TripleIndex index) {
        assertThat(index.add(triple.s(), triple.p(), triple.o())).isEqualTo(triples.add(triple));
    }

    /** Adds a triple to model and graph, which must agree on whether it is new. */
    public void add(Ids triple, StoredGraph graph) {
        assertThat(graph.add(triple.s(), triple.p(), triple.o())).isEqualTo(triples.add(triple));
    }

    /** All invariants of {@link TripleIndex} and all lists of {@link TripleView}. */
    public void assertShows(TripleView view) {
        for (int v = 0; v <= vertexCount; v++) {
            long vertex = vid(v);
            assertList(view.predicatesOf(vertex), t -> t.s() == vertex, Ids::p);
            assertList(view.predicatesInto(vertex), t -> t.o() == vertex, Ids::p);
            for (long p = 1; p <= predicateCount + 1; p++) {
                long predicate = p;
                assertList(
                        view.objects(vertex, p),
                        t -> t.s() == vertex && t.p() == predicate,
                        Ids::o);
                assertList(
                        view.subjects(p, vertex),
                        t -> t.o() == vertex && t.p() == predicate,
                        Ids::s);
                for (int o = 0; o <= vertexCount; o++) {
                    assertThat(view.contains(vertex, p, vid(o)))
                            .isEqualTo(triples.contains(new Ids(vertex, p, vid(o))));
                }
            }
        }
        assertIndexVertices(view);
    }

    private void assertIndexVertices(TripleView view) {
        for (long p = 1; p <= predicateCount + 1; p++) {
            long predicate = p;
            assertList(
                    view.neighbours(Keys.key(Vids.INDEX_VERTEX, p, Keys.OUT)),
                    t -> t.p() == predicate,
                    Ids::s);
            assertList(
                    view.neighbours(Keys.key(Vids.INDEX_VERTEX, p, Keys.IN)),
                    t -> t.p() == predicate,
                    Ids::o);
        }
        assertList(
                view.neighbours(Keys.key(Vids.INDEX_VERTEX, Keys.PREDICATES, Keys.OUT)),
                t -> true,
                Ids::p);
    }

    private void assertList(Neighbours list, Predicate<Ids> of, Function<Ids, Long> place) {
        assertThat(NeighbourListTest.ids(list))
                .containsExactlyInAnyOrderElementsOf(
                        triples.stream().filter(of).map(place).collect(Collectors.toSet()));
    }
}
