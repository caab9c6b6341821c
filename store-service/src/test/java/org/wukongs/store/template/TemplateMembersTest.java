package org.wukongs.store.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.wukongs.id.Keys;
import org.wukongs.naive.Seeds;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.Neighbours;

/** {@link TemplateMembers} and its views against maps and lists. */
class TemplateMembersTest {

    private static final int CASES = 300;
    private static final int CHANGES = 400;

    /** A view with what was in it when it was taken. */
    private record Taken(MembersView view, List<List<Long>> members) {}

    @Test
    void asAMapOfTuples() {
        Random random = Seeds.random(getClass());
        for (int i = 0; i < CASES; i++) {
            int slots = random.nextInt(4);
            changes(new TemplateMembers(null, slots), slots, 1 + random.nextInt(40), random);
        }
    }

    private static void changes(TemplateMembers members, int slots, int values, Random random) {
        Map<List<Long>, Set<String>> model = new HashMap<>();
        List<TemplateSubscription> subscriptions = new ArrayList<>();
        List<Taken> taken = new ArrayList<>();
        boolean shrinking = false;
        for (int change = 0; change < CHANGES; change++) {
            shrinking ^= random.nextInt(100) == 0;
            if (!subscriptions.isEmpty() && random.nextInt(4) < (shrinking ? 3 : 1)) {
                remove(members, subscriptions, model, random);
            } else {
                String query = "q" + change;
                long[] constants = random.longs(slots, 1, values + 1L).toArray();
                subscriptions.add(members.add(query, constants));
                model.computeIfAbsent(list(constants), c -> new HashSet<>()).add(query);
            }
            assertThat(members.count()).isEqualTo(model.size());
            if (random.nextInt(CHANGES / 4) == 0) {
                subscriptions.forEach(one -> assertMember(members, one, model));
                taken.add(new Taken(members.view(), tuples(members.view(), slots)));
            }
        }
        taken.forEach(one -> assertView(one, slots, values));
    }

    private static void remove(
            TemplateMembers members,
            List<TemplateSubscription> subscriptions,
            Map<List<Long>, Set<String>> model,
            Random random) {
        TemplateSubscription one = subscriptions.remove(random.nextInt(subscriptions.size()));
        List<Long> constants = tuple(members.view(), one.member().number());
        Set<String> queries = model.get(constants);
        assertThat(queries.remove(one.query())).isTrue();
        if (queries.isEmpty()) {
            model.remove(constants);
        }
        assertThat(members.remove(one)).isTrue();
        assertThat(members.remove(one)).isFalse();
        assertThat(one.member()).isNull();
    }

    private static void assertMember(
            TemplateMembers members,
            TemplateSubscription subscription,
            Map<List<Long>, Set<String>> model) {
        TemplateMember member = subscription.member();
        assertThat(members.view().member(member.number())).isSameAs(member);
        Set<String> queries = new HashSet<>();
        TemplateSubscription one = member.newest();
        while (one != null) {
            assertThat(queries.add(one.query())).isTrue();
            one = one.next();
        }
        assertThat(queries).isEqualTo(model.get(tuple(members.view(), member.number())));
    }

    private static List<Long> list(long[] constants) {
        return Arrays.stream(constants).boxed().toList();
    }

    private static List<Long> tuple(MembersView view, int member) {
        List<Long> tuple = new ArrayList<>();
        for (int slot = 0; slot < view.slotCount(); slot++) {
            tuple.add(view.constant(member, slot));
        }
        return tuple;
    }

    private static List<List<Long>> tuples(MembersView view, int slots) {
        assertThat(view.slotCount()).isEqualTo(slots);
        List<List<Long>> tuples = new ArrayList<>();
        for (int member = 1; member <= view.memberCount(); member++) {
            tuples.add(tuple(view, member));
        }
        return tuples;
    }

    /** It is what it was, however the members have changed since. */
    private static void assertView(Taken taken, int slots, int values) {
        MembersView view = taken.view();
        assertThat(tuples(view, slots)).isEqualTo(taken.members());
        int count = taken.members().size();
        for (int slot = 0; slot < slots; slot++) {
            Map<Long, List<Long>> byConstant = new HashMap<>();
            for (int member = 1; member <= count; member++) {
                byConstant
                        .computeIfAbsent(
                                taken.members().get(member - 1).get(slot), c -> new ArrayList<>())
                        .add((long) member);
            }
            long pid = MembersView.pid(slot);
            assertThat(view.tripleCount(pid)).isEqualTo(count);
            assertThat(ids(view.neighbours(Keys.key(0, pid, Keys.IN)))).hasSize(count);
            assertThat(ids(view.neighbours(Keys.key(0, pid, Keys.OUT))))
                    .containsExactlyInAnyOrderElementsOf(byConstant.keySet());
            for (long constant = 1; constant <= values + 1L; constant++) {
                List<Long> expected = byConstant.getOrDefault(constant, List.of());
                assertThat(ids(view.neighbours(Keys.key(constant, pid, Keys.OUT))))
                        .isEqualTo(expected);
                for (long member = 1; member <= count + 1L; member++) {
                    assertThat(view.contains(constant, pid, member))
                            .isEqualTo(expected.contains(member));
                }
            }
        }
    }

    private static List<Long> ids(Neighbours neighbours) {
        List<Long> ids = new ArrayList<>();
        for (int i = 0; i < neighbours.size(); i++) {
            ids.add(neighbours.get(i));
            assertThat(neighbours.contains(neighbours.get(i))).isTrue();
        }
        return ids;
    }

    @Test
    void kernelsAsNeighbours() {
        TemplateMembers members = new TemplateMembers(null, 2);
        members.add("a", 7, 8);
        members.add("b", 7, 9);
        members.add("c", 8, 8);
        MembersView view = members.view();
        Expansion found = new Expansion();
        view.expand(new long[] {8, 0, 7, -1, 5}, 5, 1, Keys.OUT, found);
        assertThat(Arrays.copyOf(found.ids(), found.size())).containsExactly(3, 1, 2);
        assertThat(Arrays.copyOf(found.rows(), found.size())).containsExactly(0, 2, 2);
        found.clear();
        view.expand(new long[] {3, 0, 4, 1L << 40, 1}, 5, 2, Keys.IN, found);
        assertThat(Arrays.copyOf(found.ids(), found.size())).containsExactly(8, 8);
        assertThat(Arrays.copyOf(found.rows(), found.size())).containsExactly(0, 4);
        int[] kept = new int[3];
        assertThat(view.probe(new long[] {8, 0, 7}, 1, new long[] {3, 0, 3}, 3, kept)).isOne();
        assertThat(kept[0]).isZero();
        assertThat(view.tripleCount()).isEqualTo(6);
        assertThat(view.tripleCount(3)).isZero();
        assertThat(view.neighbours(Keys.key(7, 3, Keys.OUT)).size()).isZero();
        assertThat(view.varyingSlots()).isEqualTo(3);
        assertThat(view.subset(3, 1).varyingSlots()).isEqualTo(1);
        assertThat(tuple(view.subset(3, 1), 1)).containsExactly(8L, 8L);
    }

    @Test
    void constantsAreVertices() {
        TemplateMembers members = new TemplateMembers(null, 2);
        assertThatThrownBy(() -> members.add("a", 7, -1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(members.view().memberCount()).isZero();
    }
}
