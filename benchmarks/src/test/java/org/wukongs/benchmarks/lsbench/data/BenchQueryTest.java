package org.wukongs.benchmarks.lsbench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class BenchQueryTest {

    private static final Map<QueryClass, Double> LIGHT =
            Map.of(QueryClass.L1, 10.0, QueryClass.L2, 20.0, QueryClass.L3, 40.0);

    @Test
    void sharesAreInverseToLatencies() {
        assertThat(BenchQuery.shares(700, LIGHT))
                .containsOnly(
                        Map.entry(QueryClass.L1, 400),
                        Map.entry(QueryClass.L2, 200),
                        Map.entry(QueryClass.L3, 100));
    }

    /** 4/7, 2/7 and 1/7 of each total, rounded so that nothing is lost. */
    @Test
    void countsAddUp() {
        for (int total = 0; total <= 1_000; total++) {
            Map<QueryClass, Integer> counts = BenchQuery.shares(total, LIGHT);
            assertThat(counts.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(total);
            assertThat(counts.get(QueryClass.L1)).isBetween(total * 4 / 7, total * 4 / 7 + 1);
            assertThat(counts.get(QueryClass.L2)).isBetween(total * 2 / 7, total * 2 / 7 + 1);
            assertThat(counts.get(QueryClass.L3)).isBetween(total / 7, total / 7 + 1);
        }
    }

    @Test
    void aLatencyOfNothingHasNoShare() {
        assertThatThrownBy(() -> BenchQuery.shares(10, Map.of(QueryClass.L1, 0.0)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void drawnQueriesHaveNamesOfTheirOwnAndRepeatWithTheSeed() {
        StoredTerms terms =
                new StoredTerms(new long[] {1, 2, 3}, new long[] {4, 5}, new long[] {6});
        Map<QueryClass, Integer> counts = Map.of(QueryClass.L1, 50, QueryClass.L4, 2);
        List<BenchQuery> queries = BenchQuery.draw(counts, terms, 7);
        assertThat(queries).hasSize(52).isEqualTo(BenchQuery.draw(counts, terms, 7));
        Set<String> names = new HashSet<>();
        Set<Long> users = new HashSet<>();
        for (BenchQuery query : queries) {
            names.add(query.name());
            if (query.queryClass() == QueryClass.L1) {
                users.add(query.constant());
                assertThat(query.text()).contains("sibu:u" + query.constant() + " ?p ?o");
            }
        }
        assertThat(names).hasSize(52);
        assertThat(users).containsExactlyInAnyOrder(1L, 2L, 3L);
    }
}
