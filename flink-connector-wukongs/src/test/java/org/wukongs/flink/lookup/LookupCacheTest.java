package org.wukongs.flink.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.wukongs.csparql.ParameterizedQuery;
import org.wukongs.naive.Seeds;

/** The cache beside a list that is walked for everything. */
final class LookupCacheTest {

    private static final ParameterizedQuery QUERY =
            ParameterizedQuery.of("ASK { ?u ?p ?o }", List.of("u"));
    private static final long EXPIRE_MS = 20;
    private static final long ROWS_MAX = 12;

    private record Kept(LookupKey key, int value, long rows, long askedNs) {}

    /** The last is the one used last. */
    private static final class NaiveCache {

        private final List<Kept> all = new ArrayList<>();

        Integer get(LookupKey key, long nowNs) {
            Kept found = find(key);
            if (found == null) {
                return null;
            }
            all.remove(found);
            if (nowNs - found.askedNs() >= TimeUnit.MILLISECONDS.toNanos(EXPIRE_MS)) {
                return null;
            }
            all.add(found);
            return found.value();
        }

        void put(Kept kept) {
            Kept before = find(kept.key());
            all.remove(before);
            if (before != null && before.askedNs() > kept.askedNs()) {
                all.add(before);
                return;
            }
            if (kept.rows() <= ROWS_MAX) {
                all.add(kept);
            }
            while (rows() > ROWS_MAX) {
                all.remove(0);
            }
        }

        long rows() {
            return all.stream().mapToLong(Kept::rows).sum();
        }

        private Kept find(LookupKey key) {
            return all.stream().filter(kept -> kept.key().equals(key)).findAny().orElse(null);
        }
    }

    @Test
    void isWhatAWalkedListIs() {
        Random random = Seeds.random(LookupCacheTest.class);
        LookupCache<Integer> cache =
                new LookupCache<>(new LookupSettings.Cache(ROWS_MAX, EXPIRE_MS));
        NaiveCache naive = new NaiveCache();
        long nowNs = Long.MAX_VALUE - TimeUnit.MILLISECONDS.toNanos(EXPIRE_MS) * 1_000;
        for (int i = 0; i < 20_000; i++) {
            nowNs += random.nextInt(1_000_000);
            LookupKey key = LookupKey.of(QUERY, List.of("<u" + random.nextInt(15) + ">"));
            if (random.nextBoolean()) {
                assertThat(cache.get(key, nowNs)).isEqualTo(naive.get(key, nowNs));
            } else {
                int rows = random.nextInt(random.nextInt(10) == 0 ? 20 : 4);
                long askedNs = nowNs - random.nextInt(1_000_000);
                cache.put(key, i, rows, askedNs);
                naive.put(new Kept(key, i, Math.max(1, rows), askedNs));
            }
            assertThat(cache.rowCount()).isEqualTo(naive.rows());
        }
    }

    @Test
    void neverMayBeSaid() {
        LookupCache<Integer> cache = new LookupCache<>(new LookupSettings.Cache(1, Long.MAX_VALUE));
        LookupKey key = LookupKey.of(QUERY, List.of("<u>"));
        cache.put(key, 7, 0, 0);
        assertThat(cache.get(key, Long.MAX_VALUE - 1)).isEqualTo(7);
    }
}
