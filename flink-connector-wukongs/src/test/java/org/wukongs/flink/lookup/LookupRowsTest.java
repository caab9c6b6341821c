package org.wukongs.flink.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.OneShotResult;
import org.wukongs.csparql.NTriples;
import org.wukongs.csparql.ParameterizedQuery;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.testing.QueryStore;
import org.wukongs.flink.testing.RecordingMetrics;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

/** A real store gives lookups that go together what it gives each of them alone. */
@Timeout(120)
final class LookupRowsTest {

    private static final String PREFIXES = "PREFIX : <http://x/>\n";
    private static final List<String> LABELS =
            List.of("a", "\"", "\\", "\\u0022 ) } #", "a\nb\t", "\u00e9\ud83d\ude00", "<b>", "'''");

    /** Every way in which a group goes on behind VALUES, and every solution modifier. */
    private static final List<String> QUERIES =
            List.of(
                    "SELECT ?f { ?u :knows ?f }",
                    "SELECT ?u ?f { ?f :knows ?u } ORDER BY DESC(?f)",
                    "SELECT * { ?u :knows ?f . ?f :knows ?g }",
                    "SELECT DISTINCT ?g { ?u :knows/:knows ?g }",
                    "SELECT REDUCED ?g { ?u :knows* ?g }",
                    "SELECT ?f ?name { ?u :knows ?f OPTIONAL { ?f :name ?name } }",
                    "SELECT ?f ?name { OPTIONAL { ?u :knows ?f } OPTIONAL { ?f :name ?name } }",
                    "SELECT ?f { ?u :knows ?f MINUS { ?f :knows ?u } }",
                    "SELECT ?f { ?u :knows ?f FILTER NOT EXISTS { ?f :knows ?u } }",
                    "SELECT ?f { { ?u :knows ?f } UNION { ?f :knows ?u } UNION { ?u :name ?f } }",
                    "SELECT ?f ?l { ?u :knows ?f . ?f :name ?n BIND(STRLEN(?n) AS ?l) }",
                    "SELECT (STR(?u) AS ?s) { FILTER(isIRI(?u)) }",
                    "SELECT ?p (COUNT(DISTINCT ?o) AS ?n) { ?u ?p ?o } GROUP BY ?p ORDER BY ?p",
                    "SELECT (COUNT(*) AS ?n) { ?u ?p ?o } GROUP BY ?u HAVING (COUNT(*) > 2)",
                    "SELECT (COUNT(*) AS ?n) (SAMPLE(?u) AS ?w) { ?u :knows ?o }",
                    "SELECT ?f { ?u :knows ?f } ORDER BY ?f LIMIT 1",
                    "SELECT ?u ?n { SELECT ?u (COUNT(*) AS ?n) { ?u :knows ?f } GROUP BY ?u }",
                    "SELECT ?f ?n { ?u :knows ?f { SELECT ?f (COUNT(*) AS ?n) { ?f ?p ?o } GROUP"
                            + " BY ?f } }",
                    "SELECT ?f { ?u :knows ?f } VALUES ?f { :u1 :u2 }",
                    "SELECT ?g ?o { GRAPH ?g { ?u :name ?o } }",
                    "ASK { ?u :knows ?f }",
                    "SELECT ?u { ?f :name ?u }");

    private final QueryStore store = new QueryStore();
    private final Random random = Seeds.random(LookupRowsTest.class);

    @BeforeEach
    void load() {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            tuples.add(new Tuple(0, user(), "<http://x/knows>", user()));
        }
        for (String label : LABELS) {
            tuples.add(new Tuple(0, user(), "<http://x/name>", NTriples.literal(label)));
        }
        var encoder = new TupleEncoder(store.client().strings());
        store.client().load("STORED", encoder.encode(new TupleBatch(0, false, tuples)));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private String user() {
        return "<http://x/u" + random.nextInt(15) + ">";
    }

    private String term() {
        return switch (random.nextInt(6)) {
            case 0 -> NTriples.literal(LABELS.get(random.nextInt(LABELS.size())));
            case 1 -> "<http://x/unknown" + random.nextInt(3) + ">";
            case 2 -> "\"a\"@EN";
            default -> user();
        };
    }

    @Test
    void togetherIsAsAlone() {
        StoreConnector connector = StoreConnector.of(store.address(), Duration.ofSeconds(10), null);
        LookupSettings settings =
                new LookupSettings(
                        connector,
                        1,
                        LookupSettings.Batches.DEFAULT,
                        new LookupSettings.Retries(0, Duration.ZERO),
                        LookupSettings.Cache.NONE);
        RecordingMetrics metrics = new RecordingMetrics();
        try (Lookups<List<String[]>> lookups = new Lookups<>(settings, rows -> rows, metrics)) {
            for (String text : QUERIES) {
                ParameterizedQuery query = ParameterizedQuery.of(PREFIXES + text, List.of("u"));
                List<String> terms = random.ints(40, 0, 1).mapToObj(i -> term()).toList();
                var answers =
                        terms.stream()
                                .map(term -> lookups.ask(LookupKey.of(query, List.of(term))))
                                .toList();
                for (int i = 0; i < terms.size(); i++) {
                    check(query, terms.get(i), text, answers.get(i));
                }
            }
        }
        long requests = metrics.count(LookupMetric.NUM_REQUESTS.metricName());
        assertThat(requests).isLessThan(QUERIES.size() * 20L);
    }

    private void check(
            ParameterizedQuery query,
            String term,
            String text,
            CompletableFuture<List<String[]>> answer) {
        OneShotResult alone = store.client().query(query.with(List.of(term)));
        List<String> expected =
                alone.rows().stream().map(row -> row(row, alone.vars(), query.vars())).toList();
        List<String> found = answer.join().stream().map(Arrays::toString).toList();
        if (text.contains("ORDER BY")) {
            assertThat(found).as("%s %s", text, term).isEqualTo(expected);
        } else {
            assertThat(found).as("%s %s", text, term).hasSameElementsAs(expected);
            assertThat(found).as("%s %s", text, term).hasSameSizeAs(expected);
        }
    }

    private static String row(String[] row, List<String> from, List<String> to) {
        return Arrays.toString(to.stream().map(name -> row[from.indexOf(name)]).toArray());
    }
}
