package org.wukongs.store.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.id.Keys;
import org.wukongs.naive.Seeds;
import org.wukongs.store.graph.StepChecks;
import org.wukongs.store.graph.TripleModel;

class UnionViewTest {

    private static void fill(TripleModel model, TripleIndex index, Random random, int count) {
        for (int i = 0; i < count; i++) {
            TripleModel.Ids triple = model.randomTriple(random);
            model.triples().add(triple);
            index.add(triple.s(), triple.p(), triple.o());
        }
    }

    /** Two to four members that share few or most of their triples, with short and long lists. */
    @Test
    void aUnionShowsEachTripleOnce() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 1_000; round++) {
            TripleModel model = new TripleModel(1 + random.nextInt(40), 1 + random.nextInt(3));
            List<TripleView> members = new ArrayList<>();
            int memberCount = 2 + random.nextInt(3);
            for (int i = 0; i < memberCount; i++) {
                TripleIndex member = new TripleIndex();
                fill(model, member, random, random.nextInt(200));
                members.add(member);
            }
            TripleView union = UnionView.of(members.toArray(new TripleView[0]));
            StepChecks.assertSteps(union, model, random);
            if (round % 20 == 0) {
                model.assertShows(union);
            }
        }
    }

    /** Whether columns of the input need not be gathered is known of a union, too. */
    @Test
    void oneIdInEachRowIsOneToOne() {
        TripleIndex first = new TripleIndex();
        TripleIndex second = new TripleIndex();
        first.add(1024, 1, 5000);
        second.add(1024, 1, 5000);
        second.add(2048, 1, 6000);
        Expansion into = new Expansion();
        UnionView.of(first, second).expand(new long[] {1024, 2048}, 2, 1, Keys.OUT, into);
        assertThat(into.isOneToOne(2)).isTrue();
        into.clear();
        UnionView.of(first, second).expand(new long[] {2048, 4096, 1024}, 3, 1, Keys.OUT, into);
        assertThat(into.isOneToOne(3)).isFalse();
        assertThat(into.isOneToOne(2)).isFalse();
    }
}
