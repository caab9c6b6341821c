package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.FetchedWindows;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.naive.Seeds;
import org.wukongs.store.continuous.ContinuousEngine;
import org.wukongs.store.continuous.ReaderConnection;
import org.wukongs.store.continuous.WindowFetch;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.template.TemplateResult;
import org.wukongs.store.template.TemplateSubscription;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/** Readers of templates get what readers of each query get. */
class TemplateFetchTest {

    private static final int VERTEX_COUNT = 12;
    private static final long BATCH_MS = 100;
    private static final StreamDefinition STREAM =
            new StreamDefinition("S", BATCH_MS, StreamDefinition.STORED, Set.of());

    private final Random random = Seeds.random(getClass());
    private final HeldJobs jobs = new HeldJobs(1 << 10);
    private final WrittenNode written =
            new WrittenNode(STREAM, jobs, new ExecutionLimits(300, 60_000));
    private final StoreNode node = written.node();
    private final ContinuousEngine engine = node.continuous();
    private final List<String> names = new ArrayList<>();
    private int queryCount;

    @AfterEach
    void close() {
        written.close();
    }

    private String vertex() {
        return "<http://x/v" + random.nextInt(VERTEX_COUNT) + ">";
    }

    private void batch(long number, int tupleCount) {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < tupleCount; i++) {
            long timeMs = number * BATCH_MS + i % BATCH_MS;
            tuples.add(new Tuple(timeMs, vertex(), "<http://x/p>", vertex()));
        }
        written.inject(number, tuples);
    }

    private String register(String emission, String window) {
        String name = "q" + queryCount++;
        node.registerQuery(
                "REGISTER "
                        + emission
                        + " "
                        + name
                        + " AS SELECT ?a ?b FROM STREAM S "
                        + window
                        + " FROM STORED WHERE { "
                        + vertex()
                        + " <http://x/p> ?a . GRAPH STORED { ?a <http://x/p> ?b . ?b <http://x/p> "
                        + vertex()
                        + " } }");
        names.add(name);
        return name;
    }

    private String register() {
        return register("QUERY", "[RANGE 300ms STEP 100ms]");
    }

    private String template(String query) {
        return engine.subscription(query).template().name();
    }

    private void unregister() {
        engine.unregister(names.remove(1 + random.nextInt(names.size() - 1)));
    }

    private List<List<String>> fetched(String name, long windowEndMs) {
        var fetch = engine.start(name, windowEndMs, 1);
        written.work();
        FetchedWindows windows = fetch.join();
        return NaiveEvaluator.sortedRows(windows.results().get(0).rows());
    }

    @Test
    void eachQueryGetsWhatItsOwnReaderGets() {
        String template = template(register());
        engine.readers()
                .attach(
                        ReaderId.ofTemplate("", template),
                        ReaderStart.earliest(),
                        new ReaderConnection(() -> 0));
        boolean any = false;
        for (long number = 0; number < 60; number++) {
            for (int i = random.nextInt(8); i > 0; i--) {
                register();
            }
            batch(number, 20);
            long endMs = (number + 1) * BATCH_MS;
            WindowFetch fetch = engine.start(ReaderId.ofTemplate("", template), endMs, 1);
            boolean fewer = number % 10 == 9;
            while (fewer && names.size() > 5) {
                unregister();
            }
            written.work();
            any |= check(fetch.results().get(0), endMs);
            engine.readers().release(ReaderId.ofTemplate("", template), endMs + BATCH_MS);
        }
        assertThat(any).as("rows").isTrue();
    }

    /** Whether any query has rows. */
    private boolean check(TemplateResult result, long windowEndMs) {
        assertThat(result.windowEndMs()).isEqualTo(windowEndMs);
        TreeMap<String, Integer> told = new TreeMap<>();
        result.forEach((query, rows, from, to) -> told.put(query.query(), to - from));
        for (String name : names) {
            List<String[]> rows = result.strings(engine.subscription(name));
            assertThat(result.size(engine.subscription(name))).isEqualTo(rows.size());
            assertThat(told.getOrDefault(name, 0)).isEqualTo(rows.size());
            assertThat(NaiveEvaluator.sortedRows(rows)).isEqualTo(fetched(name, windowEndMs));
        }
        return !told.isEmpty();
    }

    @Test
    void windowsAreKeptForItsReaderAndItsJobsOnly() {
        String name = register();
        register();
        String template = template(name);
        engine.readers()
                .attach(
                        ReaderId.ofTemplate("", template),
                        ReaderStart.earliest(),
                        new ReaderConnection(() -> 0));
        for (long number = 0; number < 10; number++) {
            batch(number, 10);
        }
        assertThat(retained()).isEqualTo(100);
        assertThat(engine.templates().status().get(0).lagMs()).isZero();
        WindowFetch fetch = engine.start(ReaderId.ofTemplate("", template), 300, 1);
        engine.readers().release(ReaderId.ofTemplate("", template), 1_000);
        node.reclaim();
        assertThat(retained()).isEqualTo(100);
        written.work();
        node.reclaim();
        assertThat(retained()).isEqualTo(30);
        assertThat(fetch.results().get(0).windowEndMs()).isEqualTo(300);
        assertThat(engine.templates().status().get(0).lagMs()).isEqualTo(600);
        assertThat(engine.start(ReaderId.ofTemplate("", template), 1_100, 1).isVain()).isTrue();
        assertThatThrownBy(() -> engine.start(ReaderId.ofTemplate("", template), 300, 1))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("gone");
        names.forEach(engine::unregister);
        batch(10, 10);
        assertThat(engine.templates().status()).isEmpty();
    }

    private long retained() {
        return node.status().streams().get(0).retainedTupleCount();
    }

    @Test
    void blocksOfAllQueriesAtTheirWindowEnds() {
        for (int i = 0; i < 6; i++) {
            register("QUERY", "[TRIPLES 7]");
        }
        String template = template(names.get(0));
        ReaderId reader = ReaderId.ofTemplate("", template);
        engine.readers().attach(reader, ReaderStart.earliest(), new ReaderConnection(() -> 0));
        int blockCount = 0;
        boolean any = false;
        for (long number = 0; number < 30; number++) {
            batch(number, random.nextInt(30));
        }
        for (long nextMs = Long.MIN_VALUE; nextMs <= 30 * BATCH_MS; ) {
            WindowFetch fetch = engine.start(reader, nextMs, 4);
            WindowFetch alone = engine.start(names.get(2), nextMs, 4);
            written.work();
            TemplateSubscription query = engine.subscription(names.get(2));
            List<List<List<String>>> together = new ArrayList<>();
            for (TemplateResult result : fetch.results()) {
                together.add(NaiveEvaluator.sortedRows(result.strings(query)));
                any |= result.rows().groupCount() > 0;
            }
            assertThat(together)
                    .isEqualTo(
                            alone.join().results().stream()
                                    .map(result -> NaiveEvaluator.sortedRows(result.rows()))
                                    .toList());
            blockCount += together.size();
            nextMs = fetch.join().nextWindowEndMs();
        }
        assertThat(blockCount).isGreaterThan(10);
        assertThat(any).as("rows").isTrue();
    }

    /** Queries that are read on their own and asked for together are one job, but fail alone. */
    @Test
    void whoReachesALimitFailsAlone() {
        for (int i = 0; i < 6; i++) {
            String name = "alone" + i;
            node.registerQuery(
                    "REGISTER QUERY "
                            + name
                            + " AS SELECT ?a FROM STREAM S [RANGE 300ms STEP 100ms]"
                            + " WHERE { <http://x/v"
                            + i
                            + "> <http://x/p> ?a }");
        }
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            int subject = i < 390 ? 3 : i % 6;
            tuples.add(new Tuple(0, "<http://x/v" + subject + ">", "<http://x/p>", object(i)));
        }
        written.inject(0, tuples);
        List<WindowFetch> fetches = new ArrayList<>();
        engine.hold();
        for (int i = 0; i < 6; i++) {
            fetches.add(engine.start("alone" + i, BATCH_MS, 1));
        }
        engine.flush();
        assertThat(jobs.size()).isEqualTo(1);
        written.work();
        for (int i = 0; i < 6; i++) {
            WindowFetch fetch = fetches.get(i);
            if (i == 3) {
                assertThatThrownBy(fetch::join).hasMessageContaining("query row limit reached");
            } else {
                int subject = i;
                assertThat(fetch.join().results().get(0).rows())
                        .hasSize((int) tuples.stream().filter(t -> isOf(t, subject)).count());
            }
            fetch.close();
        }
        assertThat(node.status().queries().stream().filter(q -> q.failureCount() > 0))
                .extracting(q -> q.name())
                .containsExactly("alone3");
    }

    private static boolean isOf(Tuple tuple, int subject) {
        return tuple.subject().equals("<http://x/v" + subject + ">");
    }

    private static String object(int number) {
        return "<http://x/o" + number + ">";
    }

    @Test
    void aTemplateThatNobodyReads() {
        String unread = template(register());
        assertThatThrownBy(() -> engine.start(ReaderId.ofTemplate("", unread), 100, 1))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("the template has no such reader");
    }
}
