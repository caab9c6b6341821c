package org.wukongs.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.wukongs.Seeds;
import org.wukongs.id.StringServer;

class CachedStringsTest {

    /** A store that gives each term its own id, and remembers what it was asked. */
    private static final class Store implements StringServer {

        private final Map<String, Long> ids = new HashMap<>();
        private final List<List<String>> asked = new ArrayList<>();

        @Override
        public long[] vertexIds(List<String> terms) {
            asked.add(List.copyOf(terms));
            return terms.stream()
                    .mapToLong(t -> ids.computeIfAbsent(t, k -> 1L + ids.size()))
                    .toArray();
        }

        @Override
        public long[] predicateIds(List<String> predicates) {
            asked.add(List.copyOf(predicates));
            return predicates.stream()
                    .mapToLong(p -> -ids.computeIfAbsent(p, k -> 1L + ids.size()))
                    .toArray();
        }
    }

    private final Store store = new Store();
    private long nowNs = Long.MAX_VALUE - 5_000_000_000L; // goes over
    private final CachedStrings strings = new CachedStrings(store, () -> nowNs);

    @Test
    void onlyWhatIsMissingIsAskedOnce() {
        assertThat(strings.vertexIds(List.of("a", "b", "a"))).containsExactly(1, 2, 1);
        assertThat(strings.vertexIds(List.of("b", "c", "a", "c"))).containsExactly(2, 3, 1, 3);
        assertThat(strings.vertexIds(List.of("a", "b", "c"))).containsExactly(1, 2, 3);
        assertThat(strings.vertexIds(List.of())).isEmpty();
        assertThat(store.asked).containsExactly(List.of("a", "b"), List.of("c"));
    }

    @Test
    void verticesAndPredicatesAreNotMixed() {
        assertThat(strings.vertexIds(List.of("a"))).containsExactly(1);
        assertThat(strings.predicateIds(List.of("a"))).containsExactly(-1);
        assertThat(strings.predicateIds(List.of("a"))).containsExactly(-1);
        assertThat(store.asked).hasSize(2);
    }

    @Test
    void randomCallsGiveTheStoresIds() {
        Random random = Seeds.random(getClass());
        for (int i = 0; i < 2_000; i++) {
            List<String> terms = new ArrayList<>();
            for (int n = random.nextInt(20); n > 0; n--) {
                terms.add("t" + random.nextInt(300));
            }
            long[] ids = strings.vertexIds(terms);
            for (int j = 0; j < ids.length; j++) {
                assertThat(ids[j]).isEqualTo(store.ids.get(terms.get(j)));
            }
        }
    }

    /** The store may have reclaimed a vertex since it was asked for; predicates it keeps. */
    @Test
    void verticesAreAskedForAgain() {
        long maxNs = CachedStrings.VERTEX_MS_MAX * 1_000_000;
        strings.predicateIds(List.of("p"));
        strings.vertexIds(List.of("a"));
        nowNs += maxNs / 2;
        strings.vertexIds(List.of("a", "b"));
        nowNs += maxNs - maxNs / 2;
        strings.vertexIds(List.of("a", "b"));
        assertThat(store.asked).hasSize(3);
        nowNs++;
        strings.vertexIds(List.of("a", "b"));
        strings.predicateIds(List.of("p"));
        assertThat(store.asked).hasSize(4).endsWith(List.of("a", "b"));
        nowNs += maxNs;
        strings.vertexIds(List.of("a"));
        assertThat(store.asked).as("the age counts from the newest first question").hasSize(4);
    }

    /** More strings than the cache keeps: cold ones are asked again and keep their ids. */
    @Test
    void aFullCacheForgetsTheColdest() {
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 250_000; i++) {
            many.add("t" + i);
        }
        long[] first = strings.vertexIds(many);
        assertThat(strings.vertexIds(many)).isEqualTo(first);
        assertThat(store.asked).hasSize(2);
        assertThat(store.asked.get(1).size()).isBetween(1, 249_999);
    }
}
