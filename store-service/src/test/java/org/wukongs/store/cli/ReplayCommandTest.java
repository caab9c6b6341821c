package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayCommandTest {

    private static final String STREAM = "http://x/posts";

    @TempDir private Path directory;
    private String stream;
    private String data;
    private String query;

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory.resolve(name), text, StandardCharsets.UTF_8).toString();
    }

    private static String tuple(long timeMs, String subject, String predicate, String object) {
        return timeMs
                + "\t<http://x/"
                + subject
                + "> <http://x/"
                + predicate
                + "> <http://x/"
                + object
                + "> .\n";
    }

    private static String continuous(String name, String rest) {
        return "PREFIX : <http://x/> REGISTER QUERY " + name + " AS " + rest;
    }

    @BeforeEach
    void files() throws IOException {
        stream =
                file(
                        "posts.tsv",
                        tuple(100, "ann", "posts", "p1")
                                + tuple(250, "p1", "at", "here")
                                + "\n"
                                + tuple(300, "bob", "posts", "p2"));
        data = file("data.nt", "<http://x/ann> <http://x/knows> <http://x/bob> .\n");
        query =
                file(
                        "q.rq",
                        continuous(
                                "Q",
                                "SELECT ?x ?y FROM STREAM :posts [RANGE 200ms STEP 100ms] FROM STORED"
                                        + " { GRAPH :posts { ?y :posts ?p } GRAPH STORED { ?x :knows ?y } }"));
    }

    private String[] replay(String... more) {
        List<String> args = new ArrayList<>(List.of("replay", "--stream", STREAM + "=" + stream));
        args.addAll(List.of("--data", data, "--query", query));
        args.addAll(Arrays.asList(more));
        return args.toArray(new String[0]);
    }

    @Test
    void ndjsonHasALineForEachExecution() {
        String term = "{\"type\":\"uri\",\"value\":\"http://x/%s\"}";
        String row = "[" + term.formatted("ann") + "," + term.formatted("bob") + "]";
        String line =
                "{\"query\": \"Q\", \"windowEnd\": %d, \"sn\": %d, \"vars\": [\"x\",\"y\"], \"rows\": [%s]}";
        assertThat(Cli.ok(replay("--until", "600")).lines())
                .containsExactly(
                        line.formatted(200, 2, ""),
                        line.formatted(300, 3, ""),
                        line.formatted(400, 4, row),
                        line.formatted(500, 5, row),
                        line.formatted(600, 6, ""));
        assertThat(Cli.ok(replay()).lines()).as("by default it ends with the streams").hasSize(3);
        assertThat(Cli.ok(replay("--speed", "20"))).isEqualTo(Cli.ok(replay()));
    }

    @Test
    void tableIsForPeople() {
        assertThat(Cli.ok(replay("--until", "400", "--format", "table")))
                .contains("Q  t=400  sn=4", "<http://x/ann> | <http://x/bob>", "(1 row)");
    }

    @Test
    void askAndConstruct() throws IOException {
        String from = "FROM STREAM :posts [RANGE 100ms STEP 200ms]";
        query = file("ask.rq", continuous("A", "ASK " + from + " { :bob :posts ?p }"));
        String construct =
                file(
                        "c.rq",
                        continuous("C", "CONSTRUCT { ?p :by ?x } " + from + " { ?x :posts ?p }"));
        assertThat(Cli.ok(replay(construct, "--until", "400")).lines())
                .containsExactly(
                        "{\"query\": \"A\", \"windowEnd\": 200, \"sn\": 2, \"boolean\": false}",
                        "{\"query\": \"C\", \"windowEnd\": 200, \"sn\": 2, \"triples\":"
                                + " \"<http://x/p1> <http://x/by> <http://x/ann> .\\n\"}",
                        "{\"query\": \"A\", \"windowEnd\": 400, \"sn\": 4, \"boolean\": true}",
                        "{\"query\": \"C\", \"windowEnd\": 400, \"sn\": 4, \"triples\":"
                                + " \"<http://x/p2> <http://x/by> <http://x/bob> .\\n\"}");
    }

    @Test
    void timingPredicatesAreNotStored() throws IOException {
        query =
                file(
                        "stored.rq",
                        continuous(
                                "S",
                                "SELECT ?p FROM NAMED STREAM :posts [RANGE 100ms STEP 100ms] FROM Lab"
                                        + " { ?x ?p ?y }"));
        String[] feeds = {"--feeds", "<" + STREAM + ">=Lab", "--until", "400"};
        assertThat(Cli.fails(1, replay())).contains("unknown graph 'Lab'");
        assertThat(lastLine(Cli.ok(replay(feeds)))).contains("/at\"");
        String[] timing = Arrays.copyOf(feeds, 6);
        timing[4] = "--timing";
        timing[5] = STREAM + "=<http://x/at>,http://x/none";
        assertThat(lastLine(Cli.ok(replay(timing)))).contains("/posts\"").doesNotContain("/at\"");
    }

    /** The example of docs/queries.md. */
    @Test
    void aTripleStaysAsLongAsAMentionKeepsIt() throws IOException {
        String visits =
                file(
                        "visits.tsv",
                        tuple(1_000, "Ann", "isIn", "Cafe")
                                + tuple(2_000, "Bob", "isIn", "Cafe")
                                + tuple(4_000, "Ann", "isIn", "Cafe")
                                + tuple(9_500, "Eve", "isIn", "Cafe"));
        query =
                file(
                        "visits.rq",
                        continuous(
                                "V",
                                "SELECT ?who FROM NAMED STREAM visits [RANGE 1s STEP 1s] FROM STORED"
                                        + " WHERE { GRAPH STORED { ?who :isIn :Cafe } } ORDER BY ?who"));
        String[] args = {
            "replay",
            "--stream",
            "visits=" + visits,
            "--query",
            query,
            "--batch-interval",
            "1s",
            "--retention",
            "visits=5s"
        };
        List<String> seen =
                Cli.ok(args)
                        .lines()
                        .map(
                                line ->
                                        line.replaceAll(
                                                        ".*windowEnd\": (\\d+).*rows\": (.*)}",
                                                        "$1$2")
                                                .replaceAll("[^A-Z0-9]", ""))
                        .toList();
        assertThat(seen)
                .containsExactly(
                        "2000A", "3000AB", "4000AB", "5000AB", "6000AB", "7000AB", "8000A", "9000A",
                        "10000E");
        args[8] = "visits=5s,<http://x/isIn>=forever";
        assertThat(lastLine(Cli.ok(args))).contains("Ann", "Bob", "Eve");
    }

    private static String lastLine(String text) {
        return text.lines().reduce("", (a, b) -> b);
    }

    @Test
    void statsHaveTheirShape() throws IOException {
        Path stats = directory.resolve("stats.json");
        Cli.ok(replay("--until", "600", "--stats", stats.toString(), "--workers", "2"));
        JsonNode json = new ObjectMapper().readTree(stats.toFile());
        assertThat(json.fieldNames()).toIterable().containsExactly("queries", "run");
        JsonNode q = json.at("/queries/Q");
        assertThat(q.get("executions").intValue()).isEqualTo(5);
        assertThat(q.get("rows").intValue()).isEqualTo(2);
        JsonNode latency = q.get("latencyUs");
        assertThat(latency.fieldNames()).toIterable().containsExactly("p50", "p90", "p99", "max");
        assertThat(latency.get("p50").doubleValue())
                .isPositive()
                .isLessThanOrEqualTo(latency.get("max").doubleValue());
        JsonNode run = json.get("run");
        assertThat(run.fieldNames())
                .toIterable()
                .containsExactly(
                        "tuples",
                        "injectCpuUsPerTuple",
                        "encodeCpuUsPerTuple",
                        "bytesPerTriple",
                        "peakMemoryBytes",
                        "wallMs");
        assertThat(run.get("tuples").intValue()).isEqualTo(3);
        run.forEach(figure -> assertThat(figure.doubleValue()).isPositive());
        String nowhere = directory.resolve("none/stats.json").toString();
        Cli cli = Cli.run(replay("--stats", nowhere));
        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).startsWith("error: cannot write the statistics").contains(nowhere);
    }

    /** Lines of a stream file after the first good one; the error names line 3. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no tab here                                           | no tab between",
                "soon\\t<http://x/a> <http://x/b> <http://x/c> .        | event time is not a number",
                "50\\t<http://x/a> <http://x/b> <http://x/c> .          | event time goes back: 50 after 100",
                "500\\t<http://x/a> <http://x/b> .                      | bad stream tuple",
                "500\\t                                                | no statement",
                "500\\t# only a comment                                | no statement",
                "500\\t\"a\" <http://x/b> <http://x/c> .                 | bad stream tuple",
            })
    void badStreamLines(String bad, String expected) throws IOException {
        String good = tuple(100, "ann", "posts", "p1");
        String last = tuple(600, "bob", "posts", "p2");
        stream = file("bad.tsv", good + "\n" + bad.replace("\\t", "\t") + "\n" + last);
        Cli cli = Cli.run(replay());
        assertThat(cli.exitCode()).isEqualTo(1);
        assertThat(cli.err()).startsWith("error: bad stream tuple: ").contains(expected);
        assertThat(cli.err()).contains("(" + stream + ", line 3, column ");
        assertThat(cli.err().lines()).hasSize(1);
        Cli skipped = Cli.run(replay("--skip-bad", "--until", "700"));
        assertThat(skipped.exitCode()).isZero();
        assertThat(lastLine(skipped.out())).contains("\"windowEnd\": 700", "http://x/bob");
    }

    @Test
    void twoStatementsOnALineAreAnError() throws IOException {
        String two =
                "100\t<http://x/a> <http://x/b> <http://x/c> . <http://x/d> <http://x/e> <http://x/f> .\n";
        stream = file("two.tsv", two);
        assertThat(Cli.fails(1, replay())).contains("bad stream tuple", "line 1");
    }

    @Test
    void whatCannotRunSaysWhy() throws IOException {
        String none = directory.resolve("none").toString();
        assertThat(Cli.fails(1, "replay", "--stream", "s=" + none, "--query", query))
                .isEqualTo("error: no such file: file=" + none);
        assertThat(Cli.fails(1, "replay", "--stream", "s=" + stream, "--query", none))
                .contains("cannot read the query");
        assertThat(Cli.fails(1, "replay", "--stream", "s=" + stream, "--query", query))
                .contains("unknown stream", "(" + query + ", line 1, column ");
        assertThat(Cli.fails(2, "replay", "--stream", stream, "--query", query))
                .contains("--stream takes NAME=FILE");
        assertThat(Cli.fails(2, replay("--stream", STREAM + "=" + stream)))
                .contains("a stream is given twice");
        assertThat(Cli.fails(2, replay("--timing", "other=http://x/at")))
                .contains("--timing must name one of the streams");
        assertThat(Cli.fails(2, replay("--retention", "other=60s")))
                .contains("--retention must name one of the streams");
        assertThat(Cli.fails(2, replay("--retention", STREAM + "=60")))
                .contains("--retention: a retention is");
        assertThat(Cli.fails(1, replay("--batch-interval", "70ms")))
                .contains("multiple of the batch interval of 70 ms");
        assertThat(Cli.fails(1, replay("--graph", STREAM + "=" + data)))
                .contains("a stored graph has this name");
        assertThat(Cli.fails(1, replay("--feeds", STREAM + "=" + STREAM)))
                .contains("a stream must feed a stored graph");
        query = file("oneshot.rq", "SELECT * { ?x ?p ?y }");
        assertThat(Cli.fails(1, replay())).contains("only a query with REGISTER can be registered");
    }

    @Test
    void twoQueriesOfOneNameAreAnError() throws IOException {
        String other = file("other.rq", Files.readString(Path.of(query)) + "\n");
        assertThat(Cli.fails(1, replay("--query", other))).contains("another query has this name");
    }

    @Test
    void aRingTooSmallForTheWindowsIsAnError() {
        assertThat(Cli.run(replay("--ring-tuples-max", "1")).err())
                .startsWith("error: ")
                .contains("--ring-tuples-max");
    }

    @Test
    void anEmptyStreamGivesNothing() throws IOException {
        stream = file("empty.tsv", "");
        assertThat(Cli.ok(replay())).isEmpty();
    }
}
