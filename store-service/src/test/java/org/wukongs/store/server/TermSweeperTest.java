package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;
import org.wukongs.store.dictionary.DictionaryStatistics;
import org.wukongs.store.execution.RequestDataset;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/** A store that reclaims terms as fast as it can, beside the set of triples that it must have. */
class TermSweeperTest {

    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final Random random = Seeds.random(getClass());
    private final StoreServer server =
            StoreServer.start(StoreConfig.builder().termsKeptMs(200).build(), "127.0.0.1", 0);

    @AfterEach
    void close() {
        server.close();
    }

    private long roundCount() {
        return server.dictionaryStatistics().roundCount();
    }

    private void awaitRounds(int count) {
        for (int i = 0; i < count; i++) {
            long before = roundCount();
            // Rounds follow each other as long as something changes.
            server.update("INSERT DATA { <u:tick> <u:p0> <u:tick> }", RequestDataset.NONE);
            server.update("DELETE DATA { <u:tick> <u:p0> <u:tick> }", RequestDataset.NONE);
            Waits.await(() -> roundCount() > before);
        }
    }

    private Set<String> answer(String text) {
        try (var rows = server.query(text, RequestDataset.NONE)) {
            return rows.collect().rows().stream()
                    .map(row -> String.join(" ", row))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void whatIsInGraphsStaysAndTheRestGoes() {
        Set<String> graph = new HashSet<>();
        long termsMax = 0;
        for (int step = 0; step < 150; step++) {
            List<String> removed = graph.stream().filter(triple -> random.nextInt(3) == 0).toList();
            Set<String> added = new HashSet<>();
            for (int i = random.nextInt(30); i > 0; i--) {
                added.add(
                        "<u:"
                                + step
                                + "/"
                                + random.nextInt(40)
                                + "> <u:p"
                                + random.nextInt(3)
                                + "> "
                                + (random.nextBoolean() ? "\"" + step + "\"" : "<u:o>"));
            }
            server.update(
                    "DELETE DATA {"
                            + String.join(" . ", removed)
                            + "} ; INSERT DATA {"
                            + String.join(" . ", added)
                            + "}",
                    RequestDataset.NONE);
            removed.forEach(graph::remove);
            graph.addAll(added);
            if (step % 10 == 0) {
                awaitRounds(1);
            }
            assertThat(answer("SELECT * WHERE { ?s ?p ?o }")).isEqualTo(graph);
            assertThat(answer("SELECT ?s WHERE { ?s <u:p1> <u:o> }"))
                    .hasSameSizeAs(graph.stream().filter(t -> t.endsWith("<u:p1> <u:o>")).toList());
            termsMax = Math.max(termsMax, server.dictionaryStatistics().termCount());
        }
        server.update("CLEAR ALL", RequestDataset.NONE);
        awaitRounds(3);
        DictionaryStatistics statistics = server.dictionaryStatistics();
        assertThat(statistics.termCount()).as("rdf:type and predicates").isLessThan(10);
        assertThat(statistics.reclaimedCount()).isGreaterThan(termsMax / 2);
        try (StoreClient client = StoreClient.connect(List.of(server.address()), DEADLINE)) {
            assertThat(client.check().violations()).isEmpty();
        }
    }

    /** Windows, constants of queries and triples that are kept for a time hold their terms. */
    @Test
    void whatStreamsAndQueriesNameStays() {
        StreamDefinition stream =
                new StreamDefinition("s", 100, "g", Set.of()).with(Retention.ofMs(500));
        try (StoreClient client = StoreClient.connect(List.of(server.address()), DEADLINE)) {
            client.registerStream(stream);
            client.registerQuery(
                    "REGISTER QUERY Q AS SELECT ?s ?o FROM STREAM s [RANGE 1s STEP 1s]"
                            + " WHERE { ?s <u:p> ?o . ?s <u:p> <u:constant> }");
            awaitRounds(4); // only the query names its constant
            List<String> expected = new ArrayList<>();
            try (StreamWriter writer = client.openWriter(new WriterId("s", 0, 1, "job", 0))) {
                StreamFeed feed =
                        new StreamFeed(stream, client.strings(), VertexOwners.ONE, writer);
                for (int second = 0; second < 12; second++) {
                    for (int i = 0; i < 20; i++) {
                        String subject = "<u:s" + second + "/" + i + ">";
                        long timeMs = second * 1_000L + i * 50L;
                        feed.add(new Tuple(timeMs, subject, "<u:p>", "<u:constant>"));
                        expected.add((second + 1) * 1_000L + " " + subject);
                    }
                    feed.advanceTo((second + 1) * 1_000L);
                    writer.flush();
                    awaitRounds(1);
                }
            }
            Waits.await(
                    () -> client.query("SELECT * FROM <g> WHERE { ?s ?p ?o }").rows().size() == 10);
            awaitRounds(3);
            List<String> found = new ArrayList<>();
            client.fetchWindows("Q", Long.MIN_VALUE, 100, Duration.ZERO)
                    .results()
                    .forEach(
                            window ->
                                    window.rows()
                                            .forEach(
                                                    row ->
                                                            found.add(
                                                                    window.windowEndMs()
                                                                            + " "
                                                                            + row[0])));
            assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(client.check().violations()).isEmpty();
        }
    }
}
