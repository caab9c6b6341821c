package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.NaiveEvaluator;
import org.wukongs.naive.NaiveStream;
import org.wukongs.naive.Seeds;
import org.wukongs.store.continuous.ContinuousEngine;
import org.wukongs.store.continuous.ReaderConnection;
import org.wukongs.store.continuous.WindowFetch;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.template.TemplateResult;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * ISTREAM and DSTREAM of templates: at each window end the difference to what the execution before
 * returned, while the stored graph grows from execution to execution.
 */
class TemplateDifferenceTest {

    private static final int VERTEX_COUNT = 8;
    private static final int TUPLES = 8;
    private static final long BATCH_MS = 100;
    private static final List<String> EMISSIONS = List.of("RSTREAM", "ISTREAM", "DSTREAM");
    private static final StreamDefinition STREAM =
            new StreamDefinition("S", BATCH_MS, StreamDefinition.STORED, Set.of());

    private final Random random = Seeds.random(getClass());
    private final HeldJobs jobs = new HeldJobs(1 << 10);
    private final List<Tuple> tuples = new ArrayList<>();
    private final NaiveContinuous naive =
            new NaiveContinuous(List.of(new NaiveStream(STREAM, tuples)), Map.of());
    private final Map<String, String> texts = new LinkedHashMap<>(); // by query
    private WrittenNode written;
    private StoreNode node;
    private ContinuousEngine engine;
    private int queryCount;

    private void open() {
        written = new WrittenNode(STREAM, jobs, new ExecutionLimits(100_000, 60_000));
        node = written.node();
        engine = node.continuous();
    }

    @AfterEach
    void close() {
        written.close();
    }

    private String vertex() {
        return "<http://x/v" + random.nextInt(VERTEX_COUNT) + ">";
    }

    private void batch(long number) {
        List<Tuple> brought = new ArrayList<>();
        for (int i = random.nextInt(TUPLES); i > 0; i--) {
            long timeMs = number * BATCH_MS + random.nextInt((int) BATCH_MS);
            brought.add(new Tuple(timeMs, vertex(), "<http://x/p>", vertex()));
        }
        // Something comes with the first batch, so that the first window end is known.
        if (number == 0) {
            brought.add(new Tuple(0, vertex(), "<http://x/p>", vertex()));
        }
        tuples.addAll(brought);
        written.inject(number, brought);
    }

    /** One query of each emission with the same constants. */
    private void register() {
        String constants = vertex() + " <http://x/p> ?a . GRAPH STORED { ?a <http://x/p> ?b . ";
        constants += "?b <http://x/p> " + (random.nextBoolean() ? vertex() : "?c") + " } ";
        for (String emission : EMISSIONS) {
            String name = emission.charAt(0) + "q" + queryCount;
            String text =
                    "REGISTER "
                            + emission
                            + " "
                            + name
                            + " AS SELECT ?a ?b FROM STREAM S [RANGE 300ms STEP 100ms]"
                            + " FROM STORED WHERE { "
                            + constants
                            + "}";
            node.registerQuery(text);
            texts.put(name, text);
        }
        queryCount++;
    }

    private void unregister() {
        List<String> known = texts.keySet().stream().filter(name -> name.startsWith("R")).toList();
        String gone = known.get(random.nextInt(known.size())).substring(1);
        for (String emission : EMISSIONS) {
            engine.unregister(emission.charAt(0) + gone);
            texts.remove(emission.charAt(0) + gone);
        }
    }

    /** The results of all templates at a window end, by template. */
    private Map<String, TemplateResult> fetch(long windowEndMs) {
        Map<String, WindowFetch> fetches = new HashMap<>();
        for (String query : texts.keySet()) {
            String template = engine.subscription(query).template().name();
            if (!fetches.containsKey(template)) {
                if (engine.templates().status().stream()
                        .noneMatch(status -> status.template().equals(template))) {
                    engine.readers()
                            .attach(
                                    ReaderId.ofTemplate("", template),
                                    ReaderStart.earliest(),
                                    new ReaderConnection(() -> 0));
                }
                fetches.put(
                        template, engine.start(ReaderId.ofTemplate("", template), windowEndMs, 1));
            }
        }
        written.work();
        Map<String, TemplateResult> results = new HashMap<>();
        fetches.forEach((template, fetch) -> results.put(template, fetch.results().get(0)));
        return results;
    }

    private List<List<String>> rows(Map<String, TemplateResult> results, String query) {
        var subscription = engine.subscription(query);
        return NaiveEvaluator.sortedRows(
                results.get(subscription.template().name()).strings(subscription));
    }

    private static List<List<String>> sorted(List<List<String>> rows) {
        return NaiveEvaluator.sortedRows(
                rows.stream().map(row -> row.toArray(new String[0])).toList());
    }

    @Test
    void eachQueryGetsWhatTheNaiveEvaluatorEmits() {
        open();
        register();
        int differences = 0;
        for (long number = 0; number < 100; number++) {
            batch(number);
            long t = (number + 1) * BATCH_MS;
            Map<String, TemplateResult> results = fetch(t);
            for (Map.Entry<String, String> query : texts.entrySet()) {
                List<List<String>> expected = sorted(naive.emitted(query.getValue(), t, BATCH_MS));
                List<List<String>> found = rows(results, query.getKey());
                assertThat(found).as("%s at t=%d", query.getValue(), t).isEqualTo(expected);
                differences += query.getKey().startsWith("R") ? 0 : found.size();
            }
            // New ones are executed at once, so that the next execution has one before it.
            for (int i = random.nextInt(number < 50 ? 4 : 2); i > 0; i--) {
                register();
            }
            for (int i = number % 25 == 24 ? 3 * texts.size() / 12 : 0; i > 0; i--) {
                unregister();
            }
            fetch(t);
        }
        assertThat(differences).isGreaterThan(50);
    }

    /** At a first fetch, and where a reader jumps, both windows are executed at one snapshot. */
    @Test
    void whatIsNotRememberedIsExecutedAgain() {
        open();
        String text =
                "REGISTER ISTREAM I AS SELECT ?a FROM STREAM S [RANGE 300ms STEP 100ms] WHERE { "
                        + vertex()
                        + " <http://x/p> ?a }";
        node.registerQuery(text);
        String template = engine.subscription("I").template().name();
        engine.readers()
                .attach(
                        ReaderId.ofTemplate("", template),
                        ReaderStart.earliest(),
                        new ReaderConnection(() -> 0));
        for (long number = 0; number < 20; number++) {
            batch(number);
        }
        for (long fromMs : List.of(500L, 800L, 900L, 300L)) {
            WindowFetch fetch = engine.start(ReaderId.ofTemplate("", template), fromMs, 3);
            jobs.runAll();
            node.collect();
            assertThat(fetch.results()).hasSize(3);
            for (TemplateResult result : fetch.results()) {
                List<List<String>> expected =
                        sorted(naive.emitted(text, result.windowEndMs(), BATCH_MS));
                assertThat(NaiveEvaluator.sortedRows(result.strings(engine.subscription("I"))))
                        .isEqualTo(expected);
            }
        }
    }

    /** Readers of single queries of one template are executed together as well. */
    @Test
    void readersOfSingleQueriesShareBothExecutions() {
        open();
        for (int i = 0; i < 6; i++) {
            register();
        }
        texts.keySet().forEach(name -> engine.attachReader(name, Long.MIN_VALUE));
        for (long number = 0; number < 40; number++) {
            batch(number);
            long t = (number + 1) * BATCH_MS;
            Map<String, WindowFetch> fetches = new HashMap<>();
            engine.hold();
            texts.keySet().forEach(name -> fetches.put(name, engine.start(name, t, 1)));
            engine.flush();
            assertThat(jobs.size()).as("jobs").isLessThanOrEqualTo(2 * EMISSIONS.size());
            jobs.runAll();
            node.collect();
            texts.forEach(
                    (name, text) ->
                            assertThat(
                                            NaiveEvaluator.sortedRows(
                                                    fetches.get(name)
                                                            .join()
                                                            .results()
                                                            .get(0)
                                                            .rows()))
                                    .as("%s at t=%d", text, t)
                                    .isEqualTo(sorted(naive.emitted(text, t, BATCH_MS))));
        }
    }

    /** Two queries are the same, but their readers were told of different snapshots. */
    @Test
    void eachReaderIsComparedWithWhatItWasTold() {
        open();
        for (String name : List.of("early", "late")) {
            node.registerQuery(
                    "REGISTER ISTREAM "
                            + name
                            + " AS SELECT ?a ?b FROM STREAM S [RANGE 300ms STEP 100ms] FROM STORED"
                            + " WHERE { <http://x/v0> <http://x/p> ?a"
                            + " GRAPH STORED { ?a <http://x/p> ?b } }");
            engine.attachReader(name, Long.MIN_VALUE);
        }
        written.inject(0, List.of(new Tuple(0, "<http://x/v0>", "<http://x/p>", "<http://x/v1>")));
        assertThat(emitted("early", 100)).isEmpty();
        written.inject(
                1, List.of(new Tuple(150, "<http://x/v1>", "<http://x/p>", "<http://x/v2>")));
        assertThat(emitted("late", 100)).hasSize(1);
        engine.hold();
        WindowFetch early = engine.start("early", 200, 1);
        WindowFetch late = engine.start("late", 200, 1);
        engine.flush();
        assertThat(jobs.size()).isEqualTo(1);
        written.work();
        assertThat(early.join().results().get(0).rows()).hasSize(1);
        assertThat(late.join().results().get(0).rows()).isEmpty();
    }

    private List<String[]> emitted(String query, long windowEndMs) {
        WindowFetch fetch = engine.start(query, windowEndMs, 1);
        written.work();
        return fetch.join().results().get(0).rows();
    }
}
