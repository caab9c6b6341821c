package org.wukongs.store.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;

/** {@link IdSet} against a {@link HashSet}. */
class IdSetTest {

    private static final int FILLINGS = 20_000;

    @Test
    void holdsWhatTheLastFillingAdded() {
        Random random = Seeds.random(getClass());
        IdSet set = new IdSet();
        for (int filling = 0; filling < FILLINGS; filling++) {
            int count = random.nextInt(random.nextInt(100) == 0 ? 1_000 : 20);
            Set<Long> expected = new HashSet<>();
            set.clear(count);
            for (int i = 0; i < count; i++) {
                long id = randomId(random);
                set.add(id);
                expected.add(id);
            }
            for (int i = 0; i < 20; i++) {
                long id = randomId(random);
                assertThat(set.contains(id)).isEqualTo(expected.contains(id));
            }
            assertThat(expected).allMatch(set::contains);
        }
    }

    /** Stamps begin again, long before which the first one's ids are forgotten. */
    @Test
    void forgetsWhenStampsBeginAgain() {
        IdSet set = new IdSet();
        set.clear(1);
        set.add(7);
        for (long filling = 0; filling < 3L << (Long.SIZE - Vids.BITS); filling++) {
            set.clear(1);
            assertThat(set.contains(7)).isFalse();
        }
    }

    @Test
    void idsOfOneExecutionAreNotThere() {
        IdSet set = new IdSet();
        set.clear(1);
        set.add(5);
        for (int bit = Vids.BITS; bit < Long.SIZE; bit++) {
            assertThat(set.contains(5 | 1L << bit)).isFalse();
        }
    }

    private static long randomId(Random random) {
        return random.nextInt(4) == 0
                ? 1 + (random.nextLong() >>> (Long.SIZE - Vids.BITS)) / 2
                : 1 + random.nextInt(60);
    }
}
