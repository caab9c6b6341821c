package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.examples.demo.StoreProcess;
import org.wukongs.kafka.broker.EmbeddedKafka;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.producer.KafkaTopics;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.Seeds;
import org.wukongs.stream.Tuple;

/**
 * Flink's SQL client runs the scripts of the examples with the SQL jar, as real processes: a reader
 * of committed results sees the rows of the naive evaluator for the queries that the scripts have.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SqlClientIT {

    private static final Path SCRIPTS =
            Path.of(System.getProperty("wukongs.root", ".."), "examples/src/main/sql");
    private static final Pattern REGISTRATION =
            Pattern.compile("'\\s*(REGISTER (?:QUERY|STREAM) (\\S+) AS[^']*)'");
    private static final Pattern CONSTRUCT =
            Pattern.compile("CONSTRUCT \\{ (\\S+) <(\\S+)> (\\S+) }");

    private final LsbenchCase lsbench = new LsbenchCase(Seeds.seed(SqlClientIT.class));
    private Path directory;
    private EmbeddedKafka kafka;
    private FlinkCluster cluster;
    private SqlClientProcess client;
    private StoreProcess store;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        directory = folder;
        kafka = EmbeddedKafka.start();
        cluster = FlinkCluster.start(directory, 1);
        client = cluster.sqlClient(UserJars.ofSql(directory));
        List<String> stored = new ArrayList<>();
        lsbench.generator().stored().forEachRemaining(stored::add);
        Files.write(directory.resolve("stored.nt"), stored);
        writeStreams();
    }

    /** Each stream, and behind it what closes its last batch. */
    private void writeStreams() throws Exception {
        String servers = kafka.bootstrapServers();
        Tuple behind = new Tuple(LsbenchCase.END_MS + 1, "<urn:a>", "<urn:b>", "<urn:c>");
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            KafkaTopics.create(servers, List.of(stream.topic()), 1);
            List<Tuple> tuples = lsbench.between(stream, LsbenchCase.START_MS, LsbenchCase.END_MS);
            tuples.add(behind);
            Topics.write(servers, stream.topic(), 1, tuples);
        }
    }

    @AfterAll
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
        if (kafka != null) {
            kafka.close();
        }
    }

    @BeforeEach
    void startStore() {
        store = StoreProcess.start(0);
    }

    @AfterEach
    void stopJobsAndStore() throws Exception {
        cluster.cancelJobs();
        store.close();
    }

    @Test
    void theLsbenchJobGivesTheRowsOfTheNaiveEvaluator() throws Exception {
        String script = script("lsbench.sql");
        NaiveContinuous naive = lsbench.naive();
        Map<String, List<String>> expected = new TreeMap<>();
        Map<String, String> queries = registrations(script);
        assertThat(queries).containsOnlyKeys(LsbenchQueries.all().keySet());
        queries.forEach((name, text) -> expect(name, text, naive, expected));
        checkWindows(script, "lsbench-results", expected);
    }

    @Test
    void aConstructStreamFeedsAnotherQuery() throws Exception {
        String script = script("construct.sql");
        Map<String, String> queries = registrations(script);
        NaiveContinuous naive = lsbench.naive();
        String stream = "<http://example.org/suggestions>";
        Matcher construct = CONSTRUCT.matcher(queries.get(stream));
        assertThat(construct.find()).isTrue();
        naive.derive(
                stream.substring(1, stream.length() - 1),
                "<" + construct.group(2) + ">",
                construct
                        .replaceFirst("SELECT $1 $3")
                        .replace("REGISTER STREAM " + stream, "REGISTER QUERY derived"),
                LsbenchCase.START_MS + LsbenchCase.STEP_MS,
                LsbenchCase.END_MS);
        Map<String, List<String>> expected = new TreeMap<>();
        expect("hits", queries.get("hits"), naive, expected);
        checkWindows(script, "hits", expected);
    }

    @Test
    void likesAreEnrichedByLookups() throws Exception {
        List<String> expected = lsbench.enrichedLikes();
        List<String> rows =
                results(script("enrichment.sql"), "enriched-likes", expected.size()).stream()
                        .map(LsbenchCase::enrichedLike)
                        .toList();
        assertThat(rows).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void aMisspeltOptionIsToldOnTheTerminal() throws Exception {
        SqlClientProcess.Outcome outcome =
                client.run(
                        directory,
                        script("lsbench.sql").replace("timing.predicates", "timing.predicate"));
        assertThat(outcome.terminal())
                .contains("Unsupported option 'timing.predicate'", "timing.predicates");
        assertThat(outcome.terminal()).as("goes no further").doesNotContain("Job ID");
    }

    private String script(String name) throws IOException {
        return Files.readString(SCRIPTS.resolve(name))
                .replace("localhost:9092", kafka.bootstrapServers())
                .replace("localhost:7878", store.address().toString());
    }

    /** What a script registers: name → text. */
    private static Map<String, String> registrations(String script) {
        Map<String, String> texts = new TreeMap<>();
        Matcher matcher = REGISTRATION.matcher(script);
        while (matcher.find()) {
            texts.put(matcher.group(2), matcher.group(1));
        }
        return texts;
    }

    /** Adds the rows of all windows to {@code expected}, by query and window end. */
    private static void expect(
            String name, String text, NaiveContinuous naive, Map<String, List<String>> expected) {
        int count = 0;
        for (long t = LsbenchCase.START_MS + LsbenchCase.STEP_MS;
                t <= LsbenchCase.END_MS;
                t += LsbenchCase.STEP_MS) {
            List<List<String>> rows = naive.rows(text, t);
            count += rows.size();
            if (!rows.isEmpty()) {
                expected.put(window(name, t), rows.stream().map(String::valueOf).toList());
            }
        }
        assertThat(count).as("rows of %s", name).isPositive();
    }

    private static String window(String query, long endMs) {
        return query + " at " + endMs;
    }

    private void checkWindows(String script, String topic, Map<String, List<String>> expected)
            throws Exception {
        int count = expected.values().stream().mapToInt(List::size).sum();
        Map<String, List<String>> windows = new TreeMap<>();
        for (JsonNode result : results(script, topic, count)) {
            long endMs = Instant.parse(result.get("window_end").asText()).toEpochMilli();
            windows.computeIfAbsent(
                            window(result.get("query").asText(), endMs), w -> new ArrayList<>())
                    .add(terms(result.get("solution")).toString());
        }
        assertThat(windows.keySet()).isEqualTo(expected.keySet());
        expected.forEach(
                (window, rows) ->
                        assertThat(windows.get(window))
                                .as(window)
                                .containsExactlyInAnyOrderElementsOf(rows));
    }

    private static List<String> terms(JsonNode solution) {
        List<String> terms = new ArrayList<>();
        for (Iterator<JsonNode> values = solution.elements(); values.hasNext(); ) {
            terms.add(values.next().asText());
        }
        return terms;
    }

    /** What a script's job has committed when it has written {@code count} rows. */
    private List<JsonNode> results(String script, String topic, int count) throws Exception {
        String servers = kafka.bootstrapServers();
        KafkaTopics.create(servers, List.of(topic), 1);
        SqlClientProcess.Outcome outcome = client.run(directory, script);
        assertThat(outcome.exitCode()).as(outcome.terminal()).isZero();
        assertThat(outcome.terminal()).doesNotContain("[ERROR]");
        try (ResultTopic results = new ResultTopic(servers, topic, lsbench, cluster::tail)) {
            results.awaitRecords(count);
            return results.records().stream().map(lsbench::parse).toList();
        }
    }
}
