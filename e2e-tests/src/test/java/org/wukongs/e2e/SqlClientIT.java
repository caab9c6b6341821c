package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.StoreClient;
import org.wukongs.examples.demo.StoreProcess;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.kafka.producer.KafkaTopics;
import org.wukongs.naive.NaiveContinuous;
import org.wukongs.naive.Seeds;

/**
 * Flink's SQL client runs the scripts of the examples with the SQL jar, as real processes: a reader
 * of committed results sees the rows of the naive evaluator for the queries that the scripts have.
 */
@ExtendWith(FlinkSetup.Shared.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SqlClientIT {

    private static final Pattern CONSTRUCT =
            Pattern.compile("CONSTRUCT \\{ (\\S+) <(\\S+)> (\\S+) }");

    private final LsbenchCase lsbench = new LsbenchCase(Seeds.seed(SqlClientIT.class));
    private final FlinkSetup flink;
    private Path directory;
    private SqlClientProcess client;
    private StoreProcess store;

    SqlClientIT(FlinkSetup flink) {
        this.flink = flink;
    }

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        directory = folder;
        client = flink.cluster().sqlClient(UserJars.ofSql());
        lsbench.writeStored(directory.resolve("stored.nt"));
        new LsbenchTopics(flink.kafka(), "", 1, lsbench).writeRest(LsbenchCase.START_MS);
    }

    @BeforeEach
    void startStore() {
        store = StoreProcess.start(0);
    }

    @AfterEach
    void stopJobsAndStore() throws Exception {
        flink.cluster().cancelJobs();
        store.close();
    }

    @Test
    void theLsbenchJobGivesTheRowsOfTheNaiveEvaluator() throws Exception {
        SqlScript script = script("lsbench.sql");
        Map<String, String> queries = script.registrations();
        assertThat(queries).containsOnlyKeys(LsbenchQueries.all().keySet());
        checkWindows(script, "lsbench-results", new SqlRows(queries, lsbench.naive()));
    }

    @Test
    void aConstructStreamFeedsAnotherQuery() throws Exception {
        SqlScript script = script("construct.sql");
        Map<String, String> queries = script.registrations();
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
        checkWindows(script, "hits", new SqlRows(Map.of("hits", queries.get("hits")), naive));
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

    /** Changes of Debezium's JSON become a graph; clicks come when the graph is there. */
    @Test
    void changesOfADatabaseAreJoinedWithClicks() throws Exception {
        List<String> topics = List.of("shop.customers", "shop.orders", "shop.clicks", "shop.again");
        KafkaTopics.create(flink.kafka(), topics, 1);
        String joe = "{'id':3,'name':'Joe','city':'Bern'}";
        String bob = "{'id':2,'name':'Bob','city':'Ulm'}";
        String table = "{'id':8,'customer':1,'product':'a table','total':5.00}";
        change("shop.customers", "c", null, "{'id':1,'name':'Anna','city':null}");
        change("shop.customers", "c", null, bob);
        change("shop.customers", "c", null, joe);
        change("shop.customers", "d", joe, null);
        change("shop.customers", "u", bob, bob.replace("Ulm", "Bonn"));
        change("shop.orders", "c", null, table);
        change("shop.orders", "d", table, null);
        change("shop.orders", "c", null, "{'id':7,'customer':1,'product':'a chair','total':19.50}");
        SqlClientProcess.Outcome outcome = client.run(directory, script("cdc.sql").text());
        assertThat(outcome.terminal()).doesNotContain("[ERROR]");
        try (ResultTopic results =
                        new ResultTopic(flink.kafka(), "shop.again", flink.cluster()::tail);
                StoreClient ask =
                        StoreClient.connect(List.of(store.address()), Duration.ofSeconds(10))) {
            long deadline = System.nanoTime() + Duration.ofMinutes(2).toNanos();
            while (ask.query(GRAPH_IS_THERE).rows().isEmpty()) {
                assertThat(deadline - System.nanoTime()).isPositive();
                results.poll();
            }
            write("shop.clicks", 10_010, "{'customer':1,'product':'a chair'}");
            write("shop.clicks", 10_015, "{'customer':1,'product':'a table'}");
            write("shop.clicks", 10_020, "{'customer':2,'product':'a chair'}");
            write("shop.clicks", 12_500, "{'customer':9,'product':'a chair'}");
            results.awaitRecords(1);
            assertThat(results.records())
                    .extracting(record -> new String(record.value(), UTF_8))
                    .containsExactly(
                            "{'window_end':'1970-01-01T00:00:11Z','name':'Anna','product':'http://shop/product/a%20chair','total':'19.5'}"
                                    .replace('\'', '"'));
        }
    }

    /** The last change of each table, and nothing of what changes took back. */
    private static final String GRAPH_IS_THERE =
            "PREFIX shop: <http://shop/ns#> SELECT ?bob { ?bob shop:city 'Bonn' . ?order shop:total"
                    + " 19.5 . ?anna shop:name 'Anna' FILTER NOT EXISTS { ?joe shop:name 'Joe' }"
                    + " FILTER NOT EXISTS { ?old shop:city 'Ulm' } FILTER NOT EXISTS { ?table"
                    + " shop:product <http://shop/product/a%20table> } }";

    private void write(String topic, long timeMs, String json) throws Exception {
        Topics.write(flink.kafka(), topic, timeMs, json.replace('\'', '"').getBytes(UTF_8));
    }

    private void change(String topic, String op, String before, String after) throws Exception {
        write(
                topic,
                0,
                "{'before':" + before + ",'after':" + after + ",'op':'" + op + "','ts_ms':1000}");
    }

    /** Triples as JSON-LD and as Turtle, through topics, into a query over both. */
    @Test
    void rdfOfEveryKindIsReadAndWritten() throws Exception {
        List<String> topics = List.of("rdf-jsonld", "rdf-turtle", "rdf-known");
        KafkaTopics.create(flink.kafka(), topics, 1);
        run(RDF_SCRIPT);
        try (ResultTopic results =
                new ResultTopic(flink.kafka(), "rdf-known", flink.cluster()::tail)) {
            results.awaitRecords(2);
            assertThat(results.records())
                    .extracting(record -> new String(record.value(), UTF_8))
                    .containsExactlyInAnyOrder(
                            "{\"who\":\"<http://x/ann>\",\"whom\":\"<http://x/bob>\",\"n\":1}",
                            "{\"who\":\"<http://x/ann>\",\"whom\":\"<http://x/eve>\",\"n\":1}");
        }
    }

    private static final String RDF_SCRIPT =
            """
            SET 'execution.checkpointing.interval' = '1 s';
            SET 'table.dml-sync' = 'true';
            CREATE CATALOG wk WITH ('type' = 'wukongs', 'store' = 'localhost:7878');
            LOAD MODULE wukongs WITH ('store' = 'localhost:7878', 'term.format' = 'n-triples');
            CREATE TABLE as_jsonld (s STRING, p STRING, o STRING, g STRING,
                ts TIMESTAMP_LTZ(3) METADATA FROM 'timestamp', WATERMARK FOR ts AS ts)
              WITH ('connector' = 'kafka', 'topic' = 'rdf-jsonld', 'properties.bootstrap.servers' = 'localhost:9092',
                'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset',
                'format' = 'rdf', 'rdf.format' = 'jsonld');
            CREATE TABLE as_turtle (s STRING, p STRING, o STRING,
                ts TIMESTAMP_LTZ(3) METADATA FROM 'timestamp', WATERMARK FOR ts AS ts)
              WITH ('connector' = 'kafka', 'topic' = 'rdf-turtle', 'properties.bootstrap.servers' = 'localhost:9092',
                'scan.startup.mode' = 'earliest-offset', 'scan.bounded.mode' = 'latest-offset',
                'format' = 'rdf', 'rdf.format' = 'turtle');
            CREATE TABLE known (who STRING, whom STRING, n BIGINT)
              WITH ('connector' = 'kafka', 'topic' = 'rdf-known', 'properties.bootstrap.servers' = 'localhost:9092',
                'format' = 'json');
            INSERT INTO as_jsonld VALUES
              ('<http://x/ann>', '<http://x/knows>', '<http://x/bob>', '<http://x/g>', TO_TIMESTAMP_LTZ(1010, 3));
            INSERT INTO as_turtle VALUES
              ('<http://x/ann>', '<http://x/knows>', '<http://x/eve>', TO_TIMESTAMP_LTZ(1020, 3));
            CREATE TEMPORARY VIEW all_known AS
              SELECT s, p, o, ts FROM as_jsonld UNION ALL SELECT s, p, o, ts FROM as_turtle;
            INSERT INTO known SELECT who, whom, n FROM CSPARQL(
              input => TABLE all_known, on_time => DESCRIPTOR(ts), query => '
              REGISTER QUERY known AS SELECT ?who ?whom (COUNT(?x) AS ?n)
              FROM STREAM <http://x/known> [RANGE 100ms STEP 100ms]
              WHERE { ?who <http://x/knows> ?whom . ?x <http://x/knows> ?whom } GROUP BY ?who ?whom');
            """;

    @Test
    void whatIsNoTripleGoesToATopicOfDeadLetters() throws Exception {
        KafkaTopics.create(flink.kafka(), List.of("bad-posts"), 1);
        run(DEAD_LETTER_SCRIPT);
        try (ResultTopic letters =
                new ResultTopic(flink.kafka(), "bad-posts", flink.cluster()::tail)) {
            letters.awaitRecords(2);
            assertThat(letters.records().stream().map(LsbenchCase::parse))
                    .extracting(
                            letter -> letter.path("stream").asText(),
                            letter -> letter.path("o").asText(),
                            letter -> letter.path("bad_column").asText())
                    .containsExactly(
                            tuple("http://x/posts", "http://x/relative", "s"),
                            tuple("http://x/posts", "null", "o"));
        }
    }

    private static final String DEAD_LETTER_SCRIPT =
            """
            SET 'table.dml-sync' = 'true';
            CREATE TABLE posts (s STRING, p STRING, o STRING, ts TIMESTAMP_LTZ(3))
              WITH ('connector' = 'wukongs', 'store' = 'localhost:7878', 'stream' = 'http://x/posts',
                'sink.on-error' = 'dead-letter', 'sink.dead-letter.connector' = 'kafka',
                'sink.dead-letter.topic' = 'bad-posts', 'sink.dead-letter.format' = 'json',
                'sink.dead-letter.properties.bootstrap.servers' = 'localhost:9092');
            INSERT INTO posts VALUES
              ('http://x/ann', 'http://x/posted', 'http://x/good', TO_TIMESTAMP_LTZ(1010, 3)),
              ('ann', 'http://x/posted', 'http://x/relative', TO_TIMESTAMP_LTZ(1020, 3)),
              ('http://x/ann', 'http://x/posted', CAST(NULL AS STRING), TO_TIMESTAMP_LTZ(1030, 3));
            """;

    /** The plain jars beside the SQL jar, as people have them who began before there was one. */
    @Test
    void mixedJarsAreRefusedByName() throws Exception {
        List<String> jars = new ArrayList<>(UserJars.ofSql());
        for (String plain : List.of("kafka-sources", "store-api", "rdf4j-", "jackson-", "guava")) {
            jars.addAll(UserJars.named(plain, directory));
        }
        SqlClientProcess.Outcome outcome =
                flink.cluster().sqlClient(jars).run(directory, script("enrichment.sql").text());
        assertThat(outcome.terminal())
                .contains(
                        "jars of Wukong+S that do not fit together are on the class path",
                        "flink-sql-connector-wukongs.jar")
                .doesNotContain("Job ID", "NoSuchMethodError");
    }

    @Test
    void aMisspeltOptionIsToldOnTheTerminal() throws Exception {
        SqlClientProcess.Outcome outcome =
                client.run(
                        directory,
                        script("lsbench.sql")
                                .text()
                                .replace("timing.predicates", "timing.predicate"));
        assertThat(outcome.terminal())
                .contains("Unsupported options:\n\ntiming.predicate\n", "\ntiming.predicates");
        assertThat(outcome.terminal()).as("goes no further").doesNotContain("Job ID");
    }

    private void run(String script) throws Exception {
        SqlScript whole = SqlScript.of(script, flink.kafka(), store.address());
        SqlClientProcess.Outcome outcome =
                client.run(directory, whole.with("parallelism.default", 1).text());
        assertThat(outcome.terminal()).doesNotContain("[ERROR]");
    }

    private SqlScript script(String name) throws IOException {
        return SqlScript.read(name, flink.kafka(), store.address());
    }

    private void checkWindows(SqlScript script, String topic, SqlRows rows) throws Exception {
        rows.check(results(script, topic, rows.count()));
    }

    /** What a script's job has committed when it has written {@code count} rows. */
    private List<JsonNode> results(SqlScript script, String topic, int count) throws Exception {
        KafkaTopics.create(flink.kafka(), List.of(topic), 1);
        SqlClientProcess.Outcome outcome = client.run(directory, script.text());
        assertThat(outcome.exitCode()).as(outcome.terminal()).isZero();
        assertThat(outcome.terminal()).doesNotContain("[ERROR]");
        try (ResultTopic results = new ResultTopic(flink.kafka(), topic, flink.cluster()::tail)) {
            results.awaitRecords(count);
            return results.records().stream().map(LsbenchCase::parse).toList();
        }
    }
}
