package org.wukongs.store.dictionary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
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
import org.eclipse.rdf4j.model.vocabulary.RDF;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;

/** What each kind of dictionary promises. */
abstract class DictionaryContract {

    private static final int THREADS = 8;
    private static final int TERMS = 5_000;
    private static final int TERM_COUNT_MAX = 200_000;

    private TermDictionary dictionary;

    /** An empty dictionary. */
    abstract TermDictionary create(long termCountMax);

    /** How many random operations are done on it. */
    abstract int randomOperations();

    @BeforeEach
    void create() {
        dictionary = create(TERM_COUNT_MAX);
    }

    @AfterEach
    void checkAndClose() {
        dictionary.check();
        dictionary.close();
    }

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
        assertThat(dictionary.findPredicate("<http://x/none>")).isEqualTo(TermDictionary.UNKNOWN);
    }

    @Test
    void typeIsPredicateOne() {
        assertThat(dictionary.findPredicate("<" + RDF.TYPE + ">")).isEqualTo(Keys.RDF_TYPE);
        assertThat(dictionary.predicateId("<http://x/p>")).isEqualTo(2);
        assertThat(dictionary.predicateId("<http://x/p>")).isEqualTo(2);
        assertThat(dictionary.predicate(2)).isEqualTo("<http://x/p>");
        long vid = dictionary.vertexOfPredicate(2);
        assertThat(dictionary.vertex(vid)).isEqualTo("<http://x/p>");
        assertThat(dictionary.predicateOfVertex(vid)).isEqualTo(2);
        assertThat(dictionary.predicateOfVertex(dictionary.vertexId("<http://x/a>")))
                .isEqualTo(TermDictionary.UNKNOWN);
        assertThatThrownBy(() -> dictionary.predicateId("\"p\""))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("IRI");
    }

    @Test
    void idsThatWereNeverGivenAreRefused() {
        long given = dictionary.vertexId("<http://x/a>");
        for (long vid : new long[] {0, 1, -1, given + Vids.PARTITION_COUNT, 1L << 62 | given}) {
            assertThatIllegalArgumentException().isThrownBy(() -> dictionary.vertex(vid));
            assertThatIllegalArgumentException().isThrownBy(() -> dictionary.literals().kind(vid));
            dictionary.readAhead(new long[] {given, vid}, 2);
        }
        for (long pid : new long[] {0, -1, 2, Keys.PID_MAX}) {
            assertThatIllegalArgumentException().isThrownBy(() -> dictionary.predicate(pid));
        }
    }

    @Test
    void theFirstSpellingOfALanguageTagStays() {
        long vid = dictionary.vertexId("\"A@B\"@en-GB");
        assertThat(dictionary.vertexId("\"A@B\"@EN-gb")).isEqualTo(vid);
        assertThat(dictionary.findVertex("\"A@B\"@en-gb")).isEqualTo(vid);
        assertThat(dictionary.vertexIds(List.of("\"A@B\"@en-gb", "\"A@B\"@en-GB")))
                .containsExactly(vid, vid);
        assertThat(dictionary.vertex(vid)).isEqualTo("\"A@B\"@en-GB");
        assertThat(Vids.partition(vid)).isEqualTo(Vids.partitionOf("\"A@B\"@EN-GB"));
        assertThat(dictionary.findVertex("\"a@B\"@en-GB")).isEqualTo(TermDictionary.UNKNOWN);
        assertThat(dictionary.vertexId("\"x@EN\"")).isNotEqualTo(dictionary.vertexId("\"x@en\""));
        assertThat(dictionary.vertexId("<mailto:A@B>"))
                .isNotEqualTo(dictionary.vertexId("<mailto:a@b>"));
    }

    /** Equal values are not equal terms: texts are kept to the letter. */
    @Test
    void textsAreKeptExactly() {
        String xsd = "^^<http://www.w3.org/2001/XMLSchema#";
        List<String> terms =
                List.of(
                        "\"1\"" + xsd + "integer>",
                        "\"01\"" + xsd + "integer>",
                        "\"1\"" + xsd + "int>",
                        "\"1\"" + xsd + "decimal>",
                        "\"1\"",
                        "\"1\"" + xsd + "string>",
                        "\"\\u0031\"",
                        "\"\\\"\\\\\\n\"",
                        "\"\\\"@EN\"",
                        "\"\"",
                        "\" \"",
                        "\"é\"",
                        "\"e\u0301\"",
                        "\"\uD83D\uDE00\"",
                        "\"\0\"",
                        "_:b");
        long[] vids = dictionary.vertexIds(terms);
        assertThat(Arrays.stream(vids).distinct().count()).isEqualTo(terms.size());
        dictionary.readAhead(vids, vids.length);
        for (int i = 0; i < vids.length; i++) {
            assertThat(dictionary.vertex(vids[i])).isEqualTo(terms.get(i));
        }
    }

    @Test
    void allOfUnicode() {
        int step = 61;
        for (int c = 0; c <= Character.MAX_CODE_POINT; c += step) {
            if (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE) {
                String term = "\"" + Character.toString(c) + "\"";
                assertThat(dictionary.vertex(dictionary.vertexId(term))).isEqualTo(term);
            }
        }
        for (String half : List.of("\"\uD83D\"", "\"\uDE00\"", "\"\uDE00\uD83D\"", "\uD83D")) {
            assertThatThrownBy(() -> dictionary.vertexId(half))
                    .isInstanceOf(WukongsException.class)
                    .hasMessageContaining("surrogate");
        }
    }

    /** Around the sizes of a chunk (65,536) and of a short record's length (262,143). */
    @Test
    void longTexts() {
        for (int length : new int[] {4_000, 65_400, 65_536, 262_142, 262_143, 262_144, 3_000_000}) {
            String term = "\"" + "x".repeat(length - 2) + "\"";
            long vid = dictionary.vertexId(term);
            assertThat(dictionary.vertexId(term)).isEqualTo(vid);
            assertThat(dictionary.vertex(vid).equals(term)).isTrue();
            String other = "\"" + "x".repeat(length - 3) + "y\"";
            assertThat(dictionary.findVertex(other)).isEqualTo(TermDictionary.UNKNOWN);
        }
        byte[] tooLong = new byte[TermKey.BYTES_MAX + 1];
        assertThatThrownBy(() -> dictionary.vertexId(tooLong, 0, tooLong.length))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("bytesMax=" + TermKey.BYTES_MAX);
    }

    /** By the threads of a load: in bulk and by bytes, in orders of their own. */
    @Test
    void manyThreadsAgreeInBulk() throws Exception {
        long seed = Seeds.seed(getClass());
        CyclicBarrier start = new CyclicBarrier(THREADS);
        List<Callable<long[]>> tasks = new ArrayList<>();
        for (int t = 0; t < THREADS; t++) {
            Random random = new Random(seed + t);
            tasks.add(() -> encodeInBulk(random, start));
        }
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        try {
            long[] first = null;
            for (Future<long[]> future : executor.invokeAll(tasks)) {
                first = first == null ? future.get() : first;
                assertThat(future.get()).isEqualTo(first);
            }
            assertDistinct(first);
        } finally {
            executor.shutdownNow();
        }
        assertThat(dictionary.termCount()).isEqualTo(TERMS + 1);
    }

    /** The ids by number of term. */
    private long[] encodeInBulk(Random random, CyclicBarrier start) throws Exception {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < TERMS; i++) {
            order.add(i);
        }
        Collections.shuffle(order, random);
        long[] vids = new long[TERMS];
        TermBatch batch = new TermBatch();
        start.await();
        for (int from = 0; from < TERMS; ) {
            int to = Math.min(TERMS, from + 1 + random.nextInt(300));
            batch.clear();
            for (int i : order.subList(from, to)) {
                batch.add("\"t" + i + "\"");
            }
            dictionary.vertexIds(batch);
            for (int i = from; i < to; i++) {
                vids[order.get(i)] = batch.id(i - from);
            }
            from = to;
        }
        return vids;
    }

    @Test
    void predicatesInBulk() {
        TermBatch batch = new TermBatch();
        dictionary.predicateIds(batch);
        batch.add("<http://x/p>");
        batch.add("<" + RDF.TYPE + ">");
        batch.add("<http://x/p>");
        dictionary.predicateIds(batch);
        assertThat(batch.id(0)).isEqualTo(2).isEqualTo(batch.id(2));
        assertThat(batch.id(1)).isEqualTo(Keys.RDF_TYPE);
        batch.add("\"p\"");
        assertThatThrownBy(() -> dictionary.predicateIds(batch))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("IRI");
        batch.clear();
        assertThat(batch.size()).isZero();
        dictionary.vertexIds(batch);
        assertThat(dictionary.predicateId("<http://x/p>")).isEqualTo(2);
    }

    @Test
    void bulkSearchesGiveNoIds() {
        long vid = dictionary.vertexId("<http://x/v>");
        long pid = dictionary.predicateId("<http://x/p>");
        TermBatch batch = new TermBatch();
        batch.add("<http://x/v>");
        assertThat(batch.endsWith(new byte[] {'v', '>'}, 0, 2)).isFalse();
        batch.add("\"unknown\"");
        batch.add("<http://x/p>");
        long terms = dictionary.termCount();
        dictionary.findVertices(batch);
        assertThat(batch.id(0)).isEqualTo(vid);
        assertThat(batch.id(1)).isEqualTo(TermDictionary.UNKNOWN);
        dictionary.findPredicates(batch);
        assertThat(batch.id(0)).isEqualTo(TermDictionary.UNKNOWN);
        assertThat(batch.id(1)).isEqualTo(TermDictionary.UNKNOWN);
        assertThat(batch.id(2)).isEqualTo(pid);
        assertThat(dictionary.termCount()).isEqualTo(terms);
    }

    @Test
    void valuesAndKindsByVid() {
        LiteralValues values = dictionary.literals();
        String xsd = "^^<http://www.w3.org/2001/XMLSchema#";
        long five = dictionary.vertexId("\"5\"" + xsd + "short>");
        long date = dictionary.vertexId("\"1970-01-01T00:00:01-01:00\"" + xsd + "dateTime>");
        long predicate = dictionary.vertexOfPredicate(dictionary.predicateId("<http://x/p>"));
        for (int again = 0; again < 2; again++) {
            assertThat(values.kind(five)).isEqualTo(TermKind.SHORT);
            assertThat(values.payload(five)).isEqualTo(5);
            assertThat(values.kind(date)).isEqualTo(TermKind.DATE_TIME);
            assertThat(values.payload(date)).isEqualTo(3_601_000_000L);
            assertThat(values.zoneMinutes(date)).isEqualTo(-60);
            assertThat(values.kind(predicate)).isEqualTo(TermKind.IRI);
            assertThat(values.zoneMinutes(predicate)).isZero();
            assertThat(dictionary.predicateOfVertex(date)).isEqualTo(TermDictionary.UNKNOWN);
        }
    }

    @Test
    void randomOperationsAsTheModelDoes() {
        Random random = Seeds.random(getClass());
        DictionaryModel model = new DictionaryModel(dictionary, random);
        for (int i = randomOperations(); i > 0; i--) {
            model.step();
        }
        model.checkAll();
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
            byte[] utf8 = term.getBytes(UTF_8);
            vids[i] =
                    random.nextBoolean()
                            ? dictionary.vertexIds(List.of(term))[0]
                            : dictionary.vertexId(utf8, 0, utf8.length);
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
        try (TermDictionary small = create(3)) {
            small.vertexId("\"a\"");
            small.predicateId("<http://p>");
            for (String term : List.of("\"b\"", "<http://q>")) {
                assertThatThrownBy(() -> small.vertexId(term))
                        .isInstanceOf(WukongsException.class)
                        .hasMessageContaining("--terms-max");
                assertThatThrownBy(() -> small.vertexIds(List.of("\"a\"", term)))
                        .hasMessageContaining("--terms-max");
                assertThat(small.findVertex(term)).isEqualTo(TermDictionary.UNKNOWN);
            }
            assertThatThrownBy(() -> small.predicateId("<http://q>"))
                    .hasMessageContaining("--terms-max");
            assertThat(small.vertexId("\"a\"")).as("known terms still work").isPositive();
            assertThat(small.findPredicate("<http://q>")).isEqualTo(TermDictionary.UNKNOWN);
            assertThat(small.termCount()).isEqualTo(3);
            small.check();
        }
    }

    @Test
    void statisticsCount() {
        dictionary.vertexId("\"a\"");
        dictionary.vertexId("\"a\"");
        dictionary.predicateIds(List.of("<http://p>", "<http://p>"));
        DictionaryStatistics statistics = dictionary.statistics();
        assertThat(statistics.termCount()).isEqualTo(3);
        assertThat(statistics.predicateCount()).isEqualTo(2);
        assertThat(statistics.memoryBytes()).isPositive();
        assertThat(statistics.missCount()).isGreaterThanOrEqualTo(3);
        assertThat(statistics.hitCount()).isPositive();
    }

    @Test
    void aClosedDictionaryIsAnError() {
        TermDictionary closed = create(100);
        long vid = closed.vertexId("\"a\"");
        closed.close();
        assertThatThrownBy(() -> closed.vertexId("\"a\"")).hasMessageContaining("closed");
        assertThatThrownBy(() -> closed.vertexId("\"b\"")).hasMessageContaining("closed");
        assertThatThrownBy(() -> closed.vertex(vid)).hasMessageContaining("closed");
        assertThatThrownBy(() -> closed.literals().kind(vid)).hasMessageContaining("closed");
        closed.close();
    }
}
