package org.wukongs.store.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Seeds;

/** Pages of a template's queries while queries come and go, beside a map by their numbers. */
class SubscriptionListTest {

    @Test
    void pagesAsAMapHasThem() {
        Random random = Seeds.random(getClass());
        for (int i = 0; i < 50; i++) {
            TemplateMembers members = new TemplateMembers(null, 1);
            TreeMap<Long, TemplateSubscription> model = new TreeMap<>();
            for (int j = 0; j < 1_000; j++) {
                if (random.nextInt(5) > 1 || model.isEmpty()) {
                    TemplateSubscription added = members.add("q" + j, 1 + random.nextInt(50));
                    model.put(members.subscriptions().added(), added);
                } else {
                    Long any = model.ceilingKey(random.nextLong(model.lastKey()) + 1);
                    members.remove(model.remove(any));
                }
            }
            SubscriptionList list = members.subscriptions();
            assertThat(list.count()).isEqualTo(model.size());
            assertThat(list.added() - list.endedCount()).isEqualTo(model.size());
            List<TemplateSubscription> all = new ArrayList<>();
            long after = 0;
            int pageMax = 1 + random.nextInt(100);
            List<TemplateSubscription> page = list.after(after, pageMax);
            while (!page.isEmpty()) {
                assertThat(page.size()).isLessThanOrEqualTo(pageMax);
                all.addAll(page);
                after = page.get(page.size() - 1).sequence();
                page = list.after(after, pageMax);
            }
            assertThat(all).containsExactlyElementsOf(model.values());
        }
    }

    /** A member keeps its name when others are gone and numbers are given anew. */
    @Test
    void membersAreCalledTheSameForEver() {
        Random random = Seeds.random(getClass());
        TemplateMembers members = new TemplateMembers(null, 1);
        List<TemplateSubscription> subscriptions = new ArrayList<>();
        for (int i = 1; i <= 500; i++) {
            subscriptions.add(members.add("q" + i, i));
        }
        MembersView before = members.view();
        while (subscriptions.size() > 20) {
            members.remove(subscriptions.remove(random.nextInt(subscriptions.size())));
        }
        MembersView after = members.view();
        assertThat(after.memberCount()).isLessThan(500);
        for (TemplateSubscription subscription : subscriptions) {
            int number = subscription.member().number();
            int numberBefore = before.numberOf(after, number);
            assertThat(before.constant(numberBefore, 0)).isEqualTo(after.constant(number, 0));
            assertThat(before.id(numberBefore)).isEqualTo(after.id(number));
            assertThat(after.numberOf(before, numberBefore)).isEqualTo(number);
        }
        assertThat(members.add("again", 1_000).member().number()).isPositive();
        assertThat(members.view().id(members.view().memberCount())).isEqualTo(501);
    }
}
