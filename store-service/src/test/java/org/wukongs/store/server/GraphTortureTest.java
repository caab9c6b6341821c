package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.ChangelogPosition;
import org.wukongs.client.FetchedChanges;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.TripleChange;
import org.wukongs.error.WukongsException;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.execution.RequestDataset;
import org.wukongs.store.node.NodeCheckpointTest;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.StreamFeed;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.VertexOwners;
import org.wukongs.stream.WriterId;

/**
 * A store whose graphs change for as long as one likes: updates, a stream that takes back and keeps
 * for a time, writers that crash, readers of old snapshots and of changes, checkpoints, and terms
 * that are reclaimed as fast as it goes. Each client knows what it must see. {@code
 * -Dwukongs.torture.minutes=N} goes on for N minutes; without it for some seconds.
 */
class GraphTortureTest {

    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final long NS_UNLESS_ASKED = TimeUnit.SECONDS.toNanos(5);
    private static final int UPDATERS = 2;
    private static final int WRITERS_TRIPLES_MAX = 300;
    private static final int MOVED = 2_000; // a list that is a tree
    private static final long BATCH_MS = 100;
    private static final long KEPT_MS = 700;
    private static final StreamDefinition STREAM =
            new StreamDefinition("s", BATCH_MS, "kept", Set.of()).with(Retention.ofMs(KEPT_MS));
    private static final int CHECKPOINTS_KEPT = 2;

    @TempDir private Path directory;

    private final long seed = Seeds.seed(getClass());
    private final AtomicLong changes = new AtomicLong();
    private long endNs;

    /** What one thread does with a client of its own until the time is over. */
    private interface Client {
        void run(StoreClient client, Random random);
    }

    private boolean goesOn() {
        return System.nanoTime() < endNs;
    }

    @Test
    void everybodySeesWhatMustBeThere() {
        long minutes = Long.getLong("wukongs.torture.minutes", 0);
        long lengthNs = minutes == 0 ? NS_UNLESS_ASKED : TimeUnit.MINUTES.toNanos(minutes);
        endNs = System.nanoTime() + lengthNs;
        StoreConfig config =
                StoreConfig.builder()
                        .termsKeptMs(200)
                        .injectorCount(2)
                        .sharedInsertRowsMin(1)
                        .queryWorkerCount(2)
                        .storeMemoryBytes(64 << 20)
                        .build();
        DataDirectory data = DataDirectory.open(directory.resolve("data"), CHECKPOINTS_KEPT);
        try (StoreServer server = StoreServer.start(config, data, "127.0.0.1", 0)) {
            prepare(server);
            List<CompletableFuture<Void>> clients = new ArrayList<>();
            for (int i = 0; i < UPDATERS; i++) {
                String name = "u" + i;
                clients.add(start(server, i, (client, random) -> update(client, name, random)));
            }
            clients.add(start(server, 10, this::move));
            clients.add(start(server, 11, (client, random) -> readMoved(server, client, random)));
            clients.add(start(server, 12, (client, random) -> readMoved(server, client, random)));
            clients.add(start(server, 13, (client, random) -> stream(server, client, random)));
            clients.add(start(server, 14, this::follow));
            clients.add(start(server, 15, (client, random) -> saveAndCheck(client)));
            clients.forEach(CompletableFuture::join);
            assertThat(changes.get()).isGreaterThan(0);
            System.out.println(
                    "torture: changes="
                            + changes
                            + " seconds="
                            + TimeUnit.NANOSECONDS.toSeconds(lengthNs));
            checkEmptied(server);
        }
    }

    private CompletableFuture<Void> start(StoreServer server, int number, Client client) {
        Random random = Seeds.random(seed, number);
        return CompletableFuture.runAsync(
                () -> {
                    try (StoreClient connected = connect(server)) {
                        client.run(connected, random);
                    }
                },
                task -> new Thread(task, "torture-" + number).start());
    }

    private static StoreClient connect(StoreServer server) {
        return StoreClient.connect(List.of(server.address()), DEADLINE);
    }

    private static void prepare(StoreServer server) {
        StringBuilder moved = new StringBuilder("CREATE GRAPH <g:updated> ; INSERT DATA {");
        moved.append("GRAPH <g:moved> { <u:all> <u:is> <u:one> .");
        for (int i = 0; i < MOVED; i++) {
            moved.append("<u:hub> <u:has> <u:m").append(i).append("> .");
        }
        server.update(moved.append("} }").toString(), RequestDataset.NONE);
        try (StoreClient client = connect(server)) {
            client.registerStream(STREAM);
        }
    }

    /** Updates; waits for memory that readers of old snapshots hold. */
    private static void update(StoreClient client, String text) {
        Waits.await(
                () -> {
                    try {
                        client.update(text);
                        return true;
                    } catch (WukongsException e) {
                        if (e.category() == WukongsException.Category.RETRIABLE) {
                            return false;
                        }
                        throw e;
                    }
                });
    }

    private static Set<String> triples(StoreClient client, String pattern) {
        return client.query("SELECT ?s ?p ?o WHERE { " + pattern + " }").rows().stream()
                .map(row -> String.join(" ", row))
                .collect(Collectors.toSet());
    }

    /** Changes the triples of its own predicate, of which it has a model. */
    private void update(StoreClient client, String name, Random random) {
        Set<String> model = new HashSet<>();
        String own = "<u:" + name + ">";
        while (goesOn()) {
            Set<String> removed = some(model, random);
            Set<String> added = new HashSet<>();
            for (int i = model.size() > WRITERS_TRIPLES_MAX ? 0 : random.nextInt(40); i > 0; i--) {
                added.add(subject(random) + " " + own + " " + subject(random));
            }
            update(
                    client,
                    "DELETE DATA { GRAPH <g:updated> {"
                            + String.join(" . ", removed)
                            + "} } ; INSERT DATA { GRAPH <g:updated> {"
                            + String.join(" . ", added)
                            + "} }");
            model.removeAll(removed);
            model.addAll(added);
            if (random.nextInt(20) == 0) {
                String from = subject(random);
                update(
                        client,
                        "WITH <g:updated> DELETE { ?s %s %s } INSERT { ?s %s <u:moved> } WHERE { ?s %s %s }"
                                .formatted(own, from, own, own, from));
                model = model.stream().map(t -> moved(t, from)).collect(Collectors.toSet());
            }
            changes.addAndGet(removed.size() + added.size());
            assertThat(triples(client, "GRAPH <g:updated> { ?s ?p ?o FILTER(?p = " + own + ") }"))
                    .isEqualTo(model);
        }
    }

    private static String moved(String triple, String from) {
        return triple.endsWith(" " + from)
                ? triple.substring(0, triple.length() - from.length()) + "<u:moved>"
                : triple;
    }

    /** Few of them are ever the same, so that terms come and go. */
    private static String subject(Random random) {
        return random.nextInt(4) == 0
                ? "<u:t" + random.nextInt(1 << 24) + ">"
                : "<u:f" + random.nextInt(20) + ">";
    }

    private static Set<String> some(Set<String> of, Random random) {
        int share = 1 + random.nextInt(8);
        return of.stream().filter(any -> random.nextInt(share) == 0).collect(Collectors.toSet());
    }

    /** Replaces neighbours of a hub, always as many as it adds. */
    private void move(StoreClient client, Random random) {
        List<String> present = new ArrayList<>();
        for (int i = 0; i < MOVED; i++) {
            present.add("<u:m" + i + ">");
        }
        for (long next = MOVED; goesOn(); next++) {
            int place = random.nextInt(MOVED);
            String added = "<u:m" + next + ">";
            update(
                    client,
                    "DELETE DATA { GRAPH <g:moved> { <u:hub> <u:has> %s } } ; INSERT DATA { GRAPH <g:moved> { <u:hub> <u:has> %s } }"
                            .formatted(present.set(place, added), added));
            changes.addAndGet(2);
        }
    }

    /** Each snapshot has as many neighbours as any other, however slowly it is read. */
    private void readMoved(StoreServer server, StoreClient client, Random random) {
        while (goesOn()) {
            Set<String> read = new HashSet<>();
            client.query(
                    "SELECT ?o { GRAPH <g:moved> { <u:hub> <u:has> ?o . <u:all> <u:is> <u:one> } }",
                    row -> {
                        read.add(row[0]);
                        if (random.nextInt(500) == 0) {
                            server.ask(StoreNode::version); // others go on meanwhile
                        }
                    });
            assertThat(read).hasSize(MOVED);
        }
    }

    /** Says triples again and takes some back; each stays for its time after it was last said. */
    private void stream(StoreServer server, StoreClient reader, Random random) {
        Map<String, Long> leavesMs = new HashMap<>();
        List<Tuple> open = new ArrayList<>();
        long nowMs = 0;
        for (int attempt = 0; goesOn(); attempt++) {
            try (StoreClient client = connect(server);
                    StreamWriter writer =
                            client.openWriter(new WriterId("s", 0, 1, "job" + attempt, attempt))) {
                StreamFeed feed =
                        new StreamFeed(STREAM, client.strings(), VertexOwners.ONE, writer);
                open.forEach(feed::add); // again, after a crash
                while (goesOn() && (open.isEmpty() || random.nextInt(20) > 0)) {
                    for (int i = random.nextInt(30); i > 0; i--) {
                        Tuple tuple = tuple(nowMs + open.size() % BATCH_MS, random);
                        open.add(tuple);
                        feed.add(tuple);
                    }
                    if (random.nextInt(4) > 0) {
                        nowMs += BATCH_MS;
                        feed.advanceTo(nowMs);
                        writer.flush();
                        close(open, nowMs, leavesMs);
                        checkKept(reader, leavesMs.keySet());
                    }
                }
            }
        }
    }

    private Tuple tuple(long timeMs, Random random) {
        Tuple tuple = new Tuple(timeMs, subject(random), "<u:said>", subject(random));
        return random.nextInt(5) == 0 ? tuple.asRemoval() : tuple;
    }

    private void close(List<Tuple> open, long nowMs, Map<String, Long> leavesMs) {
        open.sort((one, other) -> Long.compare(one.eventTimeMs(), other.eventTimeMs()));
        for (Tuple tuple : open) {
            String triple = tuple.subject() + " " + tuple.predicate() + " " + tuple.object();
            if (tuple.removal()) {
                leavesMs.remove(triple);
            } else {
                leavesMs.put(triple, nowMs + KEPT_MS);
            }
        }
        changes.addAndGet(open.size());
        open.clear();
        leavesMs.values().removeIf(ms -> ms <= nowMs);
    }

    private static void checkKept(StoreClient client, Set<String> expected) {
        assertThat(triples(client, "GRAPH <kept> { ?s ?p ?o }")).isEqualTo(expected);
    }

    /** Keeps a replica of a graph by its changes; starts anew from its position now and then. */
    private void follow(StoreClient client, Random random) {
        Set<String> replica = new HashSet<>();
        ChangelogPosition position = ChangelogPosition.START;
        while (goesOn()) {
            FetchedChanges fetched =
                    client.changelogs()
                            .fetch(
                                    "follower",
                                    "g:updated",
                                    position,
                                    position.snapshot(),
                                    1 + random.nextInt(500),
                                    Duration.ofMillis(10));
            if (random.nextInt(10) == 0) {
                continue; // it lost the answer
            }
            for (TripleChange change : fetched.changes()) {
                String triple = change.subject() + " " + change.predicate() + " " + change.object();
                boolean isChange = change.added() ? replica.add(triple) : replica.remove(triple);
                assertThat(isChange).as("a change: %s", change).isTrue();
            }
            position = fetched.position();
        }
        client.changelogs().end("follower", "g:updated");
    }

    /** What a checkpoint has is sound, and so is the store. */
    private void saveAndCheck(StoreClient client) {
        for (int i = 0; goesOn(); i++) {
            assertThat(client.check().violations()).isEmpty();
            client.checkpoint();
            Path copy =
                    NodeCheckpointTest.copy(
                            directory.resolve("data"), directory.resolve("copy" + i));
            try (DataDirectory data = DataDirectory.open(copy, 1);
                    StoreNode node = new StoreNode(StoreConfig.DEFAULT, () -> 0)) {
                assertThat(node.restore(data, Integer.MAX_VALUE)).isTrue();
                assertThat(node.check().violations()).isEmpty();
                assertThat(
                                node.query("SELECT ?o { GRAPH <g:moved> { <u:hub> <u:has> ?o } }")
                                        .rows())
                        .hasSize(MOVED);
            }
        }
    }

    /** An emptied store has no triples, and soon no terms but those of predicates. */
    private static void checkEmptied(StoreServer server) {
        server.update("CLEAR ALL", RequestDataset.NONE);
        assertThat(server.status(DEADLINE.toMillis()).storedTripleCount()).isZero();
        long rounds = server.dictionaryStatistics().roundCount();
        for (int i = 1; i <= 4; i++) {
            long wanted = rounds + i;
            server.update("INSERT DATA { <u:tick> <u:is> <u:tick> }", RequestDataset.NONE);
            server.update("DELETE DATA { <u:tick> <u:is> <u:tick> }", RequestDataset.NONE);
            Waits.await(() -> server.dictionaryStatistics().roundCount() >= wanted);
        }
        assertThat(server.ask(StoreNode::check).violations()).isEmpty();
        assertThat(server.dictionaryStatistics().termCount()).isLessThan(WRITERS_TRIPLES_MAX);
        assertThat(server.dictionaryStatistics().reclaimedCount()).isGreaterThan(0);
    }
}
