package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What docs/queries.md says of how long stored triples stay, case by case. */
class RetentionExamplesTest {

    private final HttpTestStore store = new HttpTestStore();

    @AfterEach
    void close() {
        store.close();
    }

    /** Registers a stream with batches of 1 s. */
    private void stream(String name, String retention) {
        String json =
                String.format(
                        "{\"name\": \"%s\", \"batchIntervalMs\": 1000, \"retention\": \"%s\"}",
                        name, retention);
        assertThat(store.send("POST", "/streams", json).statusCode()).isEqualTo(201);
    }

    private static String said(long timeMs, String subject) {
        return timeMs + "\t" + statement(subject);
    }

    private static String statement(String subject) {
        return "<urn:" + subject + "> <urn:p> \"o\" .\n";
    }

    private static String takenBack(long timeMs, String subject) {
        return said(timeMs, subject).replace("\t", "\t- ");
    }

    /** Sends tuples and closes the stream up to a time, or its end. */
    private void post(String stream, Object closeUpTo, String... lines) {
        String path = "/streams/" + stream + "?closeUpTo=" + closeUpTo;
        var response =
                store.send("POST", path, String.join("", lines), "Content-Type", "text/plain");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    private void update(String text) {
        var response =
                store.send("POST", "/update", text, "Content-Type", "application/sparql-update");
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 204);
    }

    private List<String> there() {
        String query = "SELECT ?s { ?s ?p ?o } ORDER BY ?s";
        return store.query(query, "Accept", "text/csv")
                .body()
                .lines()
                .skip(1)
                .map(iri -> iri.replace("urn:", ""))
                .toList();
    }

    @Test
    void itStaysUntilTheBatchThatEndsAtLeastTheRetentionLater() {
        stream("s", "1500ms");
        post("s", 1_000, said(10, "a"));
        post("s", 2_000, said(1_990, "b"));
        assertThat(there()).containsExactly("a", "b");
        post("s", 3_000);
        assertThat(there()).as("a was kept until 2.5 s").containsExactly("b");
        post("s", 4_000);
        assertThat(there()).isEmpty();
    }

    @Test
    void predicatesMayDiffer() {
        stream("s", "1s,<urn:p>=2s");
        post("s", 1_000, said(10, "a"), "10\t<urn:b> <urn:q> \"o\" .\n");
        post("s", 2_000);
        assertThat(there()).containsExactly("a");
        post("s", 3_000);
        assertThat(there()).isEmpty();
    }

    @Test
    void onlyTheTimeOfTheStreamCounts() {
        stream("s", "1s");
        stream("t", "1s");
        post("s", 1_000, said(10, "a"));
        post("t", 9_000);
        assertThat(there()).containsExactly("a");
        post("s", "end");
        assertThat(there()).as("after the end nothing leaves").containsExactly("a");
    }

    @Test
    void theLongestMentionKeepsIt() {
        stream("s", "1s");
        stream("t", "5s");
        post("t", 1_000, said(10, "a"));
        post("s", 1_000, said(10, "a"));
        post("s", 9_000);
        assertThat(there()).containsExactly("a");
        post("t", 6_000);
        assertThat(there()).isEmpty();
    }

    @Test
    void loadsUpdatesAndStreamsWithoutRetentionKeepItForEver() {
        stream("s", "1s");
        stream("t", "forever");
        update("INSERT DATA { " + statement("b") + "}");
        post("s", 1_000, said(10, "a"), said(10, "b"), said(10, "c"), said(10, "d"), said(10, "e"));
        store.load("STORED", List.of(new String[][] {{"<urn:a>", "<urn:p>", "\"o\""}}));
        var added =
                store.send(
                        "POST",
                        "/graphs?default",
                        statement("e"),
                        "Content-Type",
                        "application/n-triples");
        assertThat(added.statusCode()).as(added.body()).isBetween(200, 204);
        post("t", 1_000, said(10, "c"));
        update("INSERT DATA { " + statement("d") + "}");
        post("s", 9_000);
        assertThat(there())
                .as("what was there did not change by an update or a POST")
                .containsExactly("a", "b", "c");
    }

    @Test
    void aRemovalEndsAllMentions() {
        stream("s", "5s");
        stream("t", "forever");
        post("s", 1_000, said(10, "a"), said(10, "b"));
        post("t", 1_000, said(10, "a"), takenBack(20, "a"));
        update("DELETE DATA { " + statement("b") + "}");
        assertThat(there()).isEmpty();
        post("s", 4_000, said(3_500, "a"));
        post("s", 8_000);
        assertThat(there()).as("the first mention of a was over").containsExactly("a");
        post("s", 9_000);
        assertThat(there()).isEmpty();
    }

    @Test
    void aLateTupleCountsAsSaidInTheNewestBatch() {
        stream("s", "2s");
        post("s", 5_000);
        post("s", 5_000, said(10, "a"));
        assertThat(there()).containsExactly("a");
        post("s", 6_000);
        assertThat(there()).containsExactly("a");
        post("s", 7_000);
        assertThat(there()).isEmpty();
    }

    @Test
    void whatADroppedStreamHasBroughtStays() {
        stream("s", "1s");
        stream("t", "1s");
        post("s", 1_000, said(10, "a"));
        post("t", 1_000, said(10, "a"), said(10, "b"));
        assertThat(store.send("DELETE", "/streams/s", null).statusCode()).isEqualTo(204);
        post("t", 9_000);
        assertThat(there()).containsExactly("a");
    }

    @Test
    void streamsChangeAGraphInTheOrderInWhichTheyClose() {
        stream("s", "forever");
        stream("t", "forever");
        post("t", 9_000, said(8_000, "a"));
        post("s", 2_000, takenBack(1_000, "a"));
        assertThat(there()).isEmpty();
        post("s", 3_000, takenBack(2_500, "b"));
        post("t", 10_000, said(9_500, "b"));
        assertThat(there()).containsExactly("b");
    }
}
