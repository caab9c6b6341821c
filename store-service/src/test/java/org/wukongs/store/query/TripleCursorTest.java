package org.wukongs.store.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.memory.TripleIndex;
import org.wukongs.store.memory.TripleModel;
import org.wukongs.store.memory.TripleModel.Ids;
import org.wukongs.store.memory.TripleView;
import org.wukongs.store.memory.UnionView;

/**
 * {@link TripleCursor} and {@link PatternCount} in every combination of bound places, over one
 * graph and a union.
 */
class TripleCursorTest {

    private final TripleCursor cursor = new TripleCursor();

    @Test
    void everyCombinationOfBoundPlaces() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 60; round++) {
            TripleModel model = new TripleModel(1 + random.nextInt(5), 1 + random.nextInt(3));
            TripleIndex one = new TripleIndex();
            TripleIndex other = new TripleIndex();
            TripleIndex all = new TripleIndex();
            for (int i = random.nextInt(40); i > 0; i--) {
                Ids triple = model.randomTriple(random);
                model.add(triple, all);
                if (random.nextInt(3) > 0) {
                    one.add(triple.s(), triple.p(), triple.o());
                } else {
                    other.add(triple.s(), triple.p(), triple.o());
                }
                if (random.nextInt(5) == 0) {
                    other.add(triple.s(), triple.p(), triple.o());
                }
            }
            assertAllCombinations(model, all, true);
            assertAllCombinations(model, UnionView.of(List.of(one, other)), false);
        }
    }

    private void assertAllCombinations(TripleModel model, TripleView view, boolean exact) {
        for (long s : places(6, true)) {
            for (long p : places(4, false)) {
                for (long o : places(6, true)) {
                    List<Ids> expected =
                            model.triples().stream()
                                    .filter(t -> fits(s, t.s()) && fits(p, t.p()) && fits(o, t.o()))
                                    .toList();
                    assertThat(walk(view, s, p, o)).containsExactlyInAnyOrderElementsOf(expected);
                    assertCount(view, s, p, o, expected.size(), exact);
                }
            }
        }
    }

    private static void assertCount(
            TripleView view, long s, long p, long o, int matches, boolean exact) {
        double count = PatternCount.count(view, s, p, o);
        if (exact) {
            assertThat(count).isEqualTo(matches);
        } else {
            assertThat(count).isGreaterThanOrEqualTo(matches);
        }
    }

    private List<Ids> walk(TripleView view, long s, long p, long o) {
        List<Ids> found = new ArrayList<>();
        cursor.reset(view, s, p, o);
        while (cursor.next()) {
            found.add(new Ids(cursor.subject(), cursor.predicate(), cursor.object()));
        }
        assertThat(cursor.next()).isFalse();
        return found;
    }

    private static boolean fits(long place, long id) {
        return place == TripleCursor.ANY || place == id;
    }

    private static List<Long> places(int count, boolean vertices) {
        List<Long> places = new ArrayList<>(List.of(TripleCursor.ANY, TermDictionary.UNKNOWN));
        for (int i = 0; i < count; i++) {
            places.add(vertices ? TripleModel.vid(i) : 1L + i);
        }
        return places;
    }

    @Test
    void aResetForgetsWhereTheLastWalkStood() {
        TripleIndex index = new TripleIndex();
        for (int i = 1; i < 10; i++) {
            index.add(TripleModel.vid(i), 1, TripleModel.vid(0));
            index.add(TripleModel.vid(i), 2, TripleModel.vid(i));
        }
        cursor.reset(index, TripleCursor.ANY, TripleCursor.ANY, TripleCursor.ANY);
        assertThat(cursor.next()).isTrue();
        cursor.reset(index, TripleModel.vid(3), 2, TripleModel.vid(3));
        cursor.reset(index, TripleModel.vid(1), 2, TripleModel.vid(3));
        assertThat(cursor.next()).isFalse();
    }
}
