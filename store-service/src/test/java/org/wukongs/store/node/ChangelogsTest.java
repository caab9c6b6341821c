package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.wukongs.client.ChangelogClient;
import org.wukongs.client.ChangelogPosition;
import org.wukongs.client.FetchedChanges;
import org.wukongs.client.TripleChange;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Seeds;
import org.wukongs.store.changelog.ChangeFetch;
import org.wukongs.store.changelog.Changelogs;
import org.wukongs.store.changelog.ChangesWanted;
import org.wukongs.store.execution.JobQueue;
import org.wukongs.store.explore.Workers;
import org.wukongs.store.graph.Edges;
import org.wukongs.store.graph.SharedInserts;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.stream.StreamDefinition;

/**
 * Readers of a graph's changelog beside a naive history of the graph: what a reader was told is at
 * each of its positions exactly what the position says, wherever it stops, goes back or begins.
 */
class ChangelogsTest {

    private static final long TIMEOUT_MS = 1_000;

    private final Random random = Seeds.random(getClass());
    private final List<StoreNode> nodes = new ArrayList<>();
    private final Map<Long, Set<String>> history = new HashMap<>(); // the graph by snapshot
    private final Set<String> graph = new HashSet<>();
    private long nowNs;
    private int failureCount;
    private int midScanCount;

    /** A reader with what it was told, as a job with checkpoints keeps it. */
    private final class Reader {

        private final String name;
        private final StoreNode node;
        private ChangelogPosition position = ChangelogPosition.START;
        private Set<String> told = new HashSet<>();
        private ChangelogPosition checkpoint = ChangelogPosition.START;
        private Set<String> checkpointed = Set.of();

        Reader(StoreNode node, String name) {
            this.node = node;
            this.name = name;
        }

        FetchedChanges fetch(int changesMax) {
            ChangesWanted wanted =
                    new ChangesWanted(
                            name, StreamDefinition.STORED, position, checkpoint.snapshot());
            try (ChangeFetch fetch = node.fetchChanges(wanted, true)) {
                FetchedChanges fetched = fetch.read(node.dictionary(), changesMax);
                for (TripleChange change : fetched.changes()) {
                    apply(change);
                }
                position = fetched.position();
                return fetched;
            }
        }

        private void apply(TripleChange change) {
            String triple = text(change);
            assertThat(change.added() ? told.add(triple) : told.remove(triple))
                    .as("a change that changes something: %s", change)
                    .isTrue();
            assertThat(history.get(change.snapshot()).contains(triple)).isEqualTo(change.added());
        }

        void check() {
            if (position.row() > 0) {
                return; // between two snapshots
            }
            midScanCount += position.isScanned() ? 0 : 1;
            Set<String> expected =
                    history.get(position.snapshot()).stream()
                            .filter(triple -> isScanned(node, triple, position))
                            .collect(Collectors.toSet());
            assertThat(told).as("what was told until %s", position).isEqualTo(expected);
        }

        void checkpoint() {
            checkpoint = position;
            checkpointed = Set.copyOf(told);
        }

        void failOver() {
            position = checkpoint;
            told = new HashSet<>(checkpointed);
        }

        void readAll() {
            do {
                fetch(1 + random.nextInt(50));
                check();
            } while (!position.isScanned()
                    || position.row() > 0
                    || position.snapshot() < node.coordinator().stableSn());
        }
    }

    private static void assertGone(Reader reader) {
        assertFails(Category.USER, ChangelogClient.CHANGES_GONE, () -> reader.fetch(10));
    }

    private static String text(TripleChange change) {
        return change.subject() + " " + change.predicate() + " " + change.object();
    }

    private static boolean isScanned(StoreNode node, String triple, ChangelogPosition position) {
        String[] terms = triple.split(" ", -1);
        long subject = node.dictionary().findVertex(terms[0]);
        long edge =
                Edges.edge(
                        node.dictionary().findPredicate(terms[1]),
                        node.dictionary().findVertex(terms[2]));
        return subject == position.scannedSubject()
                ? edge <= position.scannedEdge()
                : subject < position.scannedSubject();
    }

    private StoreNode node(long graphBytes, long changelogBytes) {
        NodeThreads threads =
                new NodeThreads(
                        JobQueue.DIRECT, Workers.NONE, SharedInserts.any(random), () -> true);
        StoreConfig config =
                StoreConfig.builder()
                        .termCountMax(10_000)
                        .storeMemoryBytes(graphBytes)
                        .changelogMemoryBytes(changelogBytes)
                        .readerTimeoutMs(TIMEOUT_MS)
                        .sharedInsertRowsMin(1)
                        .build();
        StoreNode node = new StoreNode(config, () -> nowNs, threads);
        nodes.add(node);
        note(node);
        return node;
    }

    private void note(StoreNode node) {
        history.put(node.coordinator().stableSn(), Set.copyOf(graph));
    }

    private static String term(int number) {
        return "<urn:v" + number + ">";
    }

    private String triple(int vertices) {
        return term(random.nextInt(vertices))
                + " <urn:p"
                + random.nextInt(3)
                + "> "
                + term(random.nextInt(vertices));
    }

    private void change(StoreNode node, int vertices, int countMax) {
        Set<String> removed = new HashSet<>();
        Set<String> added = new HashSet<>();
        for (int i = random.nextInt(countMax); i >= 0; i--) {
            (random.nextInt(5) < 2 ? removed : added).add(triple(vertices));
        }
        if (removed.isEmpty() && random.nextBoolean()) {
            added.addAll(graph);
            change(node, () -> load(node, added), added);
            return;
        }
        StringBuilder text = new StringBuilder();
        boolean removesFirst = random.nextBoolean();
        if (removesFirst) {
            text.append(data("DELETE", removed)).append(data("INSERT", added));
        } else {
            text.append(data("INSERT", added)).append(data("DELETE", removed));
        }
        Set<String> after = new HashSet<>(graph);
        if (removesFirst) {
            after.removeAll(removed);
            after.addAll(added);
        } else {
            after.addAll(added);
            after.removeAll(removed);
        }
        change(node, () -> node.update(text.toString()), after);
    }

    private static void load(StoreNode node, Set<String> triples) {
        TripleBuffer buffer = new TripleBuffer();
        for (String triple : triples) {
            String[] terms = triple.split(" ", -1);
            buffer.append(
                    node.dictionary().vertexId(terms[0]),
                    node.dictionary().predicateId(terms[1]),
                    node.dictionary().vertexId(terms[2]));
        }
        node.loader().load(StreamDefinition.STORED, buffer);
    }

    private void change(StoreNode node, Runnable change, Set<String> after) {
        try {
            change.run();
            graph.clear();
            graph.addAll(after);
        } catch (WukongsException full) {
            assertThat(full.category()).isEqualTo(Category.FATAL);
            failureCount++;
        }
        note(node);
    }

    private static String data(String what, Set<String> triples) {
        return what + " DATA { " + String.join(" . ", triples) + " } ;";
    }

    @Test
    void whatReadersAreToldIsTheGraphAtEachSnapshot() {
        for (int round = 0; round < 60; round++) {
            history.clear();
            graph.clear();
            long graphBytes = random.nextInt(4) == 0 ? 4096 + random.nextInt(1 << 13) : 8 << 20;
            StoreNode node = node(graphBytes, 1 << 20);
            int vertices = 2 + random.nextInt(30);
            change(node, vertices, 60);
            List<Reader> readers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                readers.add(new Reader(node, "r" + i));
            }
            for (int step = 0; step < 120; step++) {
                step(node, vertices, readers);
            }
            readers.forEach(Reader::readAll);
            readers.forEach(reader -> assertThat(reader.told).isEqualTo(graph));
            readers.forEach(Reader::checkpoint);
            readers.forEach(reader -> reader.fetch(1));
            assertThat(node.status().changelogs().get(0).changeCount()).isZero();
            assertThat(node.check().violations()).isEmpty();
            node.close();
        }
        assertThat(failureCount).isPositive();
        assertThat(midScanCount).isGreaterThan(100);
    }

    private void step(StoreNode node, int vertices, List<Reader> readers) {
        if (random.nextInt(3) == 0) {
            change(node, vertices, random.nextInt(8) == 0 ? 60 : 4);
            return;
        }
        Reader reader = readers.get(random.nextInt(readers.size()));
        switch (random.nextInt(8)) {
            case 0 -> reader.checkpoint();
            case 1 -> reader.failOver();
            default -> {
                reader.fetch(1 + random.nextInt(12));
                reader.check();
            }
        }
    }

    @Test
    void aReaderThatIsTooSlowBeginsAgain() {
        StoreNode node = node(8 << 20, Changelogs.MEMORY_MIN_BYTES);
        change(node, 50, 100);
        Reader slow = new Reader(node, "slow");
        Reader fast = new Reader(node, "fast");
        slow.readAll();
        slow.checkpoint();
        fast.readAll();
        while (node.status().changelogs().get(0).fromSnapshot() <= slow.position.snapshot()) {
            change(node, 200, 100);
            fast.fetch(1_000);
        }
        assertThat(node.status().changelogs().get(0).memoryBytes())
                .isBetween(1L, Changelogs.MEMORY_MIN_BYTES);
        assertGone(slow);
        assertThat(node.status().changelogs().get(0).readerCount()).isEqualTo(1);
        assertGone(slow);
        slow.position = ChangelogPosition.START;
        slow.told.clear();
        slow.readAll();
        assertThat(slow.told).isEqualTo(graph);
    }

    @Test
    void aChangeThatIsLargerThanTheMemoryIsNotKept() {
        StoreNode node = node(64 << 20, Changelogs.MEMORY_MIN_BYTES);
        Reader reader = new Reader(node, "r");
        reader.readAll();
        StringBuilder many = new StringBuilder("INSERT DATA {");
        for (int i = 0; i < 5_000; i++) {
            String triple = term(1) + " <urn:p> " + term(i);
            graph.add(triple);
            many.append(triple).append(" . ");
        }
        node.update(many + "}");
        note(node);
        assertGone(reader);
        assertThat(node.status().changelogs()).as("without readers nothing is kept").isEmpty();
        Reader other = new Reader(node, "s");
        other.readAll();
        change(node, 5, 3);
        other.readAll();
        assertThat(other.told).isEqualTo(graph);
    }

    @Test
    void aReaderThatIsGoneIsDroppedOnlyIfRoomIsNeeded() {
        StoreNode node = node(8 << 20, Changelogs.MEMORY_MIN_BYTES);
        Reader gone = new Reader(node, "gone");
        gone.readAll();
        nowNs += 10 * TIMEOUT_MS * 1_000_000;
        change(node, 50, 100);
        assertThat(node.status().changelogs()).hasSize(1);
        gone.readAll();
        nowNs += 10 * TIMEOUT_MS * 1_000_000;
        for (int i = 0; i < 300; i++) {
            change(node, 200, 100);
        }
        assertThat(node.status().changelogs()).as("no reader is left").isEmpty();
        assertGone(gone);
    }

    @Test
    void badRequestsAreRefused() {
        StoreNode node = node(8 << 20, 1 << 20);
        change(node, 5, 5);
        ChangesWanted wanted = new ChangesWanted("r", "urn:none", ChangelogPosition.START, 0);
        assertFails(
                Category.USER,
                "there is no such graph: graph=urn:none",
                () -> node.fetchChanges(wanted, true));
        Reader unknown = new Reader(node, "unknown");
        unknown.position = ChangelogPosition.at(node.coordinator().stableSn());
        assertGone(unknown);
        Reader ahead = new Reader(node, "ahead");
        ahead.fetch(1);
        ahead.position = ahead.position.after(1_000);
        assertGone(ahead);
    }

    @Test
    void thereIsALimitOfReaders() {
        StoreNode node = node(8 << 20, 1 << 20);
        for (int i = 0; i < 1 << 10; i++) {
            new Reader(node, "r" + i).fetch(1);
        }
        new Reader(node, "r7").fetch(1);
        assertFails(Category.USER, "readerCountMax=1024", () -> new Reader(node, "more").fetch(1));
    }
}
