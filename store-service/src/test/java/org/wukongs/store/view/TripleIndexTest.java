package org.wukongs.store.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;
import org.wukongs.store.graph.TripleModel;

/** {@link TripleIndex} and {@link UnionView} against a set. */
class TripleIndexTest {

    @Test
    void randomAddsAgainstASet() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 100; round++) {
            TripleModel model = new TripleModel(1 + random.nextInt(8), 1 + random.nextInt(4));
            TripleIndex index = new TripleIndex();
            long bytes = index.memoryBytes();
            for (int i = random.nextInt(120); i > 0; i--) {
                model.add(model.randomTriple(random), index);
                assertThat(index.tripleCount()).isEqualTo(model.triples().size());
            }
            model.assertShows(index);
            for (long p = 1; p < 6; p++) {
                long predicate = p;
                assertThat(index.tripleCount(p))
                        .isEqualTo(
                                model.triples().stream().filter(t -> t.p() == predicate).count());
            }
            assertThat(index.memoryBytes()).isGreaterThanOrEqualTo(bytes);
        }
    }

    @Test
    void longListsHaveAMembershipIndex() {
        TripleModel model = new TripleModel(60, 2);
        TripleIndex index = new TripleIndex();
        Random random = Seeds.random(getClass());
        for (int i = 0; i < 4_000; i++) {
            model.add(model.randomTriple(random), index);
        }
        model.assertShows(index);
    }

    @Test
    void aUnionIsTheSetUnionOfItsMembers() {
        Random random = Seeds.random(getClass());
        for (int round = 0; round < 100; round++) {
            TripleModel all = new TripleModel(1 + random.nextInt(8), 1 + random.nextInt(4));
            List<TripleView> members = new ArrayList<>();
            long sum = 0;
            for (int m = 1 + random.nextInt(4); m > 0; m--) {
                TripleIndex member = new TripleIndex();
                for (int i = random.nextInt(50); i > 0; i--) {
                    TripleModel.Ids triple = all.randomTriple(random);
                    member.add(triple.s(), triple.p(), triple.o());
                    all.triples().add(triple);
                }
                sum += member.tripleCount();
                members.add(member);
            }
            TripleView union = UnionView.of(members.toArray(new TripleView[0]));
            all.assertShows(union);
            assertThat(union.tripleCount())
                    .isEqualTo(sum)
                    .isGreaterThanOrEqualTo(all.triples().size());
            members.forEach(
                    member ->
                            assertThat(union.tripleCount(1))
                                    .isGreaterThanOrEqualTo(member.tripleCount(1)));
        }
    }

    @Test
    void aUnionOfOneIsThatOne() {
        TripleIndex only = new TripleIndex();
        assertThat(UnionView.of(only)).isSameAs(only);
        assertThat(UnionView.of().tripleCount()).isZero();
    }

    @Test
    void aUnionDoesNotChangeItsMembers() {
        TripleIndex a = new TripleIndex();
        TripleIndex b = new TripleIndex();
        a.add(TripleModel.vid(1), 1, TripleModel.vid(2));
        b.add(TripleModel.vid(1), 1, TripleModel.vid(3));
        TripleView union = UnionView.of(a, b);
        assertThat(union.objects(TripleModel.vid(1), 1).size()).isEqualTo(2);
        assertThat(a.objects(TripleModel.vid(1), 1).size()).isEqualTo(1);
        assertThat(b.objects(TripleModel.vid(1), 1).size()).isEqualTo(1);
    }
}
