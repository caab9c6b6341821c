package org.wukongs.store.dictionary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.eclipse.rdf4j.model.Literal;
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;

class TermDictionaryTest {

    private static final int THREADS = 8;
    private static final int TERMS = 5_000;

    private final TermDictionary dictionary = new TermDictionary(100_000);

    @Test
    void termsComeBackAndIdsStay() {
        for (int i = 0; i < 3_000; i++) {
            String term = "<http://x/" + i + ">";
            long vid = dictionary.vertexId(term);
            assertThat(dictionary.vertexId(term))
                    .isEqualTo(vid)
                    .isEqualTo(dictionary.findVertex(term));
            assertThat(dictionary.vertex(vid)).isEqualTo(term);
            assertThat(Vids.partition(vid)).isEqualTo(Vids.partitionOf(term));
            assertThat(vid).isNotEqualTo(Vids.INDEX_VERTEX);
        }
        assertThat(dictionary.findVertex("<http://x/none>")).isEqualTo(TermDictionary.UNKNOWN);
        assertThat(dictionary.findPredicate("<http://x/1>")).isEqualTo(TermDictionary.UNKNOWN);
    }

    @Test
    void typeIsPredicateOne() {
        assertThat(dictionary.findPredicate("<" + RDF.TYPE + ">")).isEqualTo(Keys.RDF_TYPE);
        assertThat(dictionary.predicateId("<http://x/p>")).isEqualTo(2);
        assertThat(dictionary.predicate(2)).isEqualTo("<http://x/p>");
        long vid = dictionary.vertexOfPredicate(2);
        assertThat(dictionary.vertex(vid)).isEqualTo("<http://x/p>");
        assertThat(dictionary.predicateOfVertex(vid)).isEqualTo(2);
        assertThat(dictionary.predicateOfVertex(dictionary.vertexId("<http://x/a>")))
                .isEqualTo(TermDictionary.UNKNOWN);
    }

    @Test
    void manyThreadsAgree() throws Exception {
        long seed = Seeds.seed(getClass());
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Callable<List<long[]>>> tasks = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            Random random = new Random(seed + t);
            tasks.add(() -> encodeAll(random, start));
        }
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        try {
            List<long[]> first = null;
            for (Future<List<long[]>> future : executor.invokeAll(tasks)) {
                List<long[]> ids = future.get();
                first = first == null ? ids : first;
                assertThat(ids.get(0)).isEqualTo(first.get(0));
                assertThat(ids.get(1)).isEqualTo(first.get(1));
            }
            assertDistinct(first.get(0));
            assertDistinct(first.get(1));
        } finally {
            executor.shutdownNow();
        }
        assertThat(dictionary.termCount()).isEqualTo(TERMS + TERMS / 10 + 1);
    }

    /**
     * Asks in its own order; every id must lead back to its term at once. Returns the ids by number
     * of term.
     */
    private List<long[]> encodeAll(Random random, CyclicBarrier start) throws Exception {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < TERMS; i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        start.await();
        long[] vids = new long[TERMS];
        long[] pids = new long[TERMS / 10];
        for (int i : order) {
            String term = "\"t" + i + "\"";
            vids[i] = dictionary.vertexIds(List.of(term))[0];
            assertThat(dictionary.vertex(vids[i])).isEqualTo(term);
            if (i % 10 == 0) {
                String predicate = "<http://p/" + i + ">";
                pids[i / 10] = dictionary.predicateIds(List.of(predicate))[0];
                assertThat(dictionary.predicate(pids[i / 10])).isEqualTo(predicate);
            }
        }
        return List.of(vids, pids);
    }

    private static void assertDistinct(long[] ids) {
        Set<Long> distinct = new HashSet<>();
        for (long id : ids) {
            assertThat(distinct.add(id)).isTrue();
        }
    }

    @Test
    void aFullDictionaryIsAnErrorThatNamesItsOption() {
        TermDictionary small = new TermDictionary(3);
        small.vertexId("\"a\"");
        small.predicateId("<http://p>");
        assertThatThrownBy(() -> small.vertexId("\"b\""))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("--terms-max");
        assertThat(small.vertexId("\"a\"")).as("known terms still work").isPositive();
        assertThat(small.findVertex("\"b\"")).isEqualTo(TermDictionary.UNKNOWN);
        assertThatThrownBy(() -> small.predicateId("<http://q>"))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("--terms-max");
        assertThat(small.findPredicate("<http://q>")).isEqualTo(TermDictionary.UNKNOWN);
        assertThat(small.termCount()).isEqualTo(3);
    }

    @Test
    void valuesAreRdf4jValues() {
        assertThat(TermDictionary.value("<http://x/a>").isIRI()).isTrue();
        assertThat(TermDictionary.value("_:b").isBNode()).isTrue();
        Literal literal = (Literal) TermDictionary.value("\"a\\nb\"@en");
        assertThat(literal.getLabel()).isEqualTo("a\nb");
        assertThat(literal.getLanguage()).contains("en");
    }
}
