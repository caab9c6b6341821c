package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wukongs.naive.Failures.assertFails;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.ChangelogClient;
import org.wukongs.client.ChangelogPosition;
import org.wukongs.client.FetchedChanges;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.TripleChange;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.BatchDispatcher;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/** Clients that read changelogs from a server while others write. */
@Timeout(60)
class ChangelogServerTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String GRAPH = "urn:g";
    private static final int BATCHES = 150;

    private final StoreServer server =
            StoreServer.start(StoreConfig.builder().injectorCount(2).build(), "127.0.0.1", 0);

    @AfterEach
    void close() {
        assertThat(server.ask(StoreNode::check).violations()).isEmpty();
        server.close();
    }

    private StoreClient connect() {
        return StoreClient.connect(List.of(server.address()), LONG);
    }

    private static FetchedChanges fetch(StoreClient by, ChangelogPosition from, Duration wait) {
        return by.changelogs().fetch("r", GRAPH, from, from.snapshot(), 100, wait);
    }

    @Test
    void aReaderWaitsForTheNextChange() {
        try (StoreClient client = connect();
                StoreClient other = connect()) {
            client.update("INSERT DATA { GRAPH <urn:g> { <urn:a> <urn:p> 1 } }");
            FetchedChanges begun = fetch(client, ChangelogPosition.START, Duration.ZERO);
            assertThat(begun.changes()).isEmpty();
            FetchedChanges scanned = fetch(client, begun.position(), LONG);
            assertThat(scanned.position().isScanned()).isTrue();
            assertThat(scanned.changes())
                    .extracting(TripleChange::added, TripleChange::subject)
                    .containsExactly(org.assertj.core.groups.Tuple.tuple(true, "<urn:a>"));
            assertThat(fetch(client, scanned.position(), Duration.ofMillis(1)).changes()).isEmpty();
            CompletableFuture<FetchedChanges> next =
                    CompletableFuture.supplyAsync(() -> fetch(client, scanned.position(), LONG));
            other.update("INSERT DATA { <urn:a> <urn:p> 2 }"); // of another graph
            long sn =
                    other.update(
                                    "DELETE DATA { GRAPH <urn:g> { <urn:a> <urn:p> 1 } } ;"
                                            + " INSERT DATA { GRAPH <urn:g> { <urn:b> <urn:p> 3 } }")
                            .snapshot();
            assertThat(next.join().changes())
                    .containsExactly(
                            new TripleChange(sn, false, "<urn:a>", "<urn:p>", integer(1)),
                            new TripleChange(sn, true, "<urn:b>", "<urn:p>", integer(3)));
            assertThat(next.join().position().snapshot()).isEqualTo(sn);
            assertThat(client.status().changelogs())
                    .singleElement()
                    .satisfies(log -> assertThat(log.graph()).isEqualTo(GRAPH));
            client.changelogs().end("other", GRAPH);
            assertThat(client.status().changelogs()).hasSize(1);
            client.changelogs().end("r", GRAPH);
            client.changelogs().end("r", GRAPH);
            assertThat(client.status().changelogs()).isEmpty();
        }
    }

    private static String integer(int value) {
        return "\"" + value + "\"^^<http://www.w3.org/2001/XMLSchema#integer>";
    }

    @Test
    void badRequestsAreRefused() {
        try (StoreClient client = connect()) {
            assertFails(
                    Category.USER,
                    "there is no such graph: graph=urn:g",
                    () -> fetch(client, ChangelogPosition.START, Duration.ZERO));
            assertFails(
                    Category.USER,
                    ChangelogClient.CHANGES_GONE,
                    () -> fetch(client, ChangelogPosition.at(0), Duration.ZERO));
            assertFails(
                    Category.USER,
                    "number of changes is out of bounds",
                    () ->
                            client.changelogs()
                                    .fetch(
                                            "r",
                                            GRAPH,
                                            ChangelogPosition.START,
                                            0,
                                            1 << 20,
                                            Duration.ZERO));
        }
    }

    @Test
    void aPositionHasTheIdOfASubject() {
        assertThatThrownBy(() -> new ChangelogPosition(1, 0, 1L << Vids.BITS, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a position of a changelog");
    }

    /** Longer terms than an answer has room for come one by one. */
    @Test
    void longTerms() {
        try (StoreClient client = connect()) {
            for (int i = 0; i < 4; i++) {
                String literal = i + "x".repeat(700_000);
                client.update(
                        "INSERT DATA { GRAPH <urn:g> { <urn:a> <urn:p> '" + literal + "' } }");
            }
            ChangelogPosition position = ChangelogPosition.START;
            int count = 0;
            while (!position.isScanned()) {
                FetchedChanges fetched = fetch(client, position, LONG);
                position = fetched.position();
                assertThat(fetched.changes()).hasSizeLessThan(3);
                count += fetched.changes().size();
            }
            assertThat(count).isEqualTo(4);
        }
    }

    /** A stream with removals and updates change the graph while it is scanned and read. */
    @Test
    void readersBesideWriters() {
        Random random = Seeds.random(getClass());
        try (StoreClient client = connect();
                StoreClient reading = connect()) {
            client.registerStream(new StreamDefinition("s", 100, GRAPH, Set.of()));
            client.update("INSERT DATA { GRAPH <urn:g> { " + many(3_000) + " } }");
            CompletableFuture<Void> writing =
                    CompletableFuture.runAsync(() -> write(client, random));
            Set<String> told = new HashSet<>();
            ChangelogPosition position = ChangelogPosition.START;
            while (!writing.isDone() || !position.isScanned()) {
                position = read(reading, position, told);
            }
            writing.join();
            long sn = client.status().stableSnapshot();
            while (position.snapshot() < sn) {
                position = read(reading, position, told);
            }
            Set<String> graph = new TreeSet<>();
            client.query("SELECT * FROM <urn:g> { ?s ?p ?o }")
                    .rows()
                    .forEach(row -> graph.add(String.join(" ", row)));
            assertThat(new TreeSet<>(told)).isEqualTo(graph);
        }
    }

    private static ChangelogPosition read(
            StoreClient by, ChangelogPosition from, Set<String> told) {
        FetchedChanges fetched = fetch(by, from, Duration.ofMillis(20));
        for (TripleChange change : fetched.changes()) {
            String triple = change.subject() + " " + change.predicate() + " " + change.object();
            assertThat(change.added() ? told.add(triple) : told.remove(triple))
                    .as("%s", change)
                    .isTrue();
        }
        return fetched.position();
    }

    private static String many(int count) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append(triple(i % 60, i / 60)).append(" . ");
        }
        return text.toString();
    }

    private static String triple(int subject, int object) {
        return "<urn:v" + subject + "> <urn:p> <urn:v" + object + ">";
    }

    private static void write(StoreClient client, Random random) {
        BatchDispatcher dispatcher = new BatchDispatcher(VertexOwners.ONE);
        TupleEncoder encoder = new TupleEncoder(client.strings());
        try (StreamWriter writer = client.openWriter(new WriterId("s", 0, 1, "job", 0))) {
            for (int batch = 0; batch < BATCHES; batch++) {
                TupleBatch tuples = new TupleBatch(batch, false, tuples(random, batch));
                dispatcher.dispatch(encoder.encode(tuples)).forEach(writer::send);
                writer.closeUpTo(batch);
                if (random.nextInt(3) == 0) {
                    String what = random.nextBoolean() ? "INSERT" : "DELETE";
                    String one = triple(random.nextInt(60), random.nextInt(80));
                    client.update(what + " DATA { GRAPH <urn:g> { " + one + " } }");
                }
            }
            writer.flush();
        }
    }

    private static List<Tuple> tuples(Random random, int batch) {
        return random.ints(20, 0, 60)
                .mapToObj(
                        subject -> {
                            String object = "<urn:v" + random.nextInt(80) + ">";
                            String vertex = "<urn:v" + subject + ">";
                            return new Tuple(100L * batch, vertex, "<urn:p>", object);
                        })
                .toList();
    }
}
