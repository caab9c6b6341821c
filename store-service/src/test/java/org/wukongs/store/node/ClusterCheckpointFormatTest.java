package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.id.Vids;
import org.wukongs.store.checkpoint.DataCluster;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.ReadProgress;
import org.wukongs.store.checkpoint.ReplicasCut.Copy;
import org.wukongs.store.checkpoint.ReplicasCut.Reader;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.cluster.LocalCluster;
import org.wukongs.store.graph.GraphExistence;
import org.wukongs.store.graph.GraphRows;
import org.wukongs.store.graph.HalfMentions;
import org.wukongs.store.graph.TripleBuffer;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.store.log.FileStorage;
import org.wukongs.store.stream.StreamState;
import org.wukongs.stream.Retention;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/**
 * The format of the checkpoints of a node of a cluster: one has everything that only such a node
 * has, is written as it was before, and is read for ever.
 */
class ClusterCheckpointFormatTest {

    private static final Path GOLDEN = Path.of("src/test/resources/checkpoint/format-8");

    /** Written before streams were copied and partitions moved. */
    private static final Path FIRST = GOLDEN.resolveSibling("format-8-first");

    private static final long MADE_MS = 1_700_000_000_000L;
    private static final String LOADED = "http://x/loaded";
    private static final byte[] AGREED = "agreed".getBytes(StandardCharsets.UTF_8);

    private static final StreamDefinition KEEPING =
            new StreamDefinition("http://x/s", 100, "http://x/kept", Set.of("http://x/seen"))
                    .with(new Retention(300, Map.of()));

    private static final StreamDefinition FAR =
            new StreamDefinition("http://x/far", 100, LOADED, Set.of("http://x/p"));

    @TempDir private Path folder;

    private static LocalCluster cluster() {
        return new LocalCluster(
                2,
                StoreConfig.builder()
                        .termCountMax(1000)
                        .storeMemoryBytes(1 << 20)
                        .ringTupleCountMax(1000)
                        .build());
    }

    private DataDirectory open(String name) {
        return open(name, new DataCluster("c1", 4, List.of(4, 5), "a log", 7));
    }

    /** Opens a directory of a node, or of a store of its own. */
    private DataDirectory open(String name, DataCluster of) {
        Path path = folder.resolve(name);
        DataDirectory data =
                DataDirectory.open(path, 2, Set.of(), null, FileStorage::new, () -> MADE_MS);
        if (of != null) {
            of.write(path);
        }
        return data;
    }

    /** A new directory with a checkpoint in it. */
    private Path copy(Path golden, String name) throws IOException {
        Path to = Files.createDirectories(folder.resolve(name).resolve("checkpoints"));
        for (String file : names(golden)) {
            Files.copy(golden.resolve(file), to.resolve(file));
        }
        return to;
    }

    private static Tuple triple(String s, String p, String o) {
        return new Tuple(0, "<http://x/" + s + ">", "<http://x/" + p + ">", "<http://x/" + o + ">");
    }

    /**
     * The last change is staged and has its turn, which the first node does not make; a move is
     * staged, too.
     */
    private static void fill(LocalCluster cluster) {
        StoreNode node = cluster.node(0);
        for (int i = 0; i < 6; i++) {
            TripleBuffer rows = rows(cluster.node(i % 2), "a" + i, "b" + i * 5 % 7);
            cluster.node(i % 2).loader().load(Map.of(LOADED, new TripleBuffer[] {rows}));
        }
        for (int i = 0; i < 6; i++) {
            node.dictionary().constantId("<http://x/t" + i + ">"); // as a template does
        }
        assertThat(node.dictionary().constants()).isNotEmpty();
        node.streams().register(KEEPING);
        WriterId writer = new WriterId(KEEPING.name(), 0, 1, "job", 0);
        long epoch = node.openWriter(writer);
        TupleEncoder encoder = new TupleEncoder(node.dictionary());
        for (int batch = 0; batch < 5; batch++) {
            List<Tuple> tuples =
                    List.of(
                            triple("k" + batch % 2, "p", "k1").at(100L * batch),
                            triple("k" + batch, "p", "k2").at(100L * batch + 1),
                            triple("k3", "seen", "k4").at(100L * batch + 2));
            TupleBatch encoded = new TupleBatch(batch, false, tuples);
            node.writers()
                    .inject(writer, epoch, ShardBatch.whole(batch + 1, encoder.encode(encoded)));
            if (batch < 4) {
                node.writers().closeUpTo(writer, epoch, batch, batch + 1);
                node.advance();
                cluster.work();
            }
        }
        join(cluster);
        StoreNode other = cluster.node(1);
        TripleBuffer removed = rows(other, "a1", "b5");
        TripleBuffer added = rows(other, "a9", "b9");
        other.changes().hand(List.of(new GraphRows(LOADED, removed, added)), Map.of());
        other.changes().doWork();
        node.served().staged().stageAgain(KeptChanges.part(move(added)));
    }

    /** A part of a move of a vertex partition of the other node to the first one. */
    private static NodeRecord.StageMove move(TripleBuffer added) {
        NodeRecord.Halves none = new NodeRecord.Halves(new long[0], new long[0], new long[0]);
        NodeRecord.Halves some =
                new NodeRecord.Halves(
                        new long[] {added.subject(0)},
                        new long[] {added.pid(0)},
                        new long[] {added.object(0)});
        NodeRecord.Due due = new NodeRecord.Due(none, new long[0]);
        NodeRecord.Stage stage =
                new NodeRecord.Stage(
                        1,
                        1000,
                        0,
                        KEEPING.graph(),
                        GraphExistence.UNCHANGED.code(),
                        HalfMentions.UNSAID,
                        List.of(due, due),
                        List.of(none, none, some, some));
        NodeRecord.Repeated repeated =
                new NodeRecord.Repeated(some, new long[] {3}, new long[] {2});
        NodeRecord.Repeated never = new NodeRecord.Repeated(none, new long[0], new long[0]);
        long[] partitions = {Vids.partition(added.subject(0)), 1023};
        return new NodeRecord.StageMove(stage, partitions, true, List.of(repeated, never));
    }

    /**
     * Queries of both nodes read a stream of the other one; the first node has copied what it
     * reads, and does so no longer with another stream, of which its home does not know.
     */
    private static void join(LocalCluster cluster) {
        StoreNode node = cluster.node(0);
        StoreNode other = cluster.node(1);
        StreamDefinition read =
                new StreamDefinition("http://x/read", 100, LOADED, Set.of("http://x/p"));
        other.streams().register(FAR);
        other.streams().register(read);
        node.registerQuery(query("here", KEEPING, FAR));
        other.registerQuery(query("there", FAR, KEEPING));
        WriterId writer = new WriterId(FAR.name(), 0, 1, "job", 0);
        long epoch = other.openWriter(writer);
        TupleEncoder encoder = new TupleEncoder(other.dictionary());
        for (int batch = 0; batch < 4; batch++) {
            List<Tuple> tuples =
                    List.of(
                            triple("k1", "p", "f" + batch).at(100L * batch + 3),
                            triple("k2", "p", "f" + batch).at(100L * batch + 4));
            TupleBatch encoded = new TupleBatch(batch, false, tuples);
            other.writers()
                    .inject(writer, epoch, ShardBatch.whole(batch + 1, encoder.encode(encoded)));
        }
        other.writers().closeUpTo(writer, epoch, 2, 4);
        other.advance();
        node.advance();
        cluster.copy(0);
        node.registerQuery(query("gone", KEEPING, read));
        node.continuous().unregister("gone");
        node.advance();
        cluster.work();
    }

    private static String query(String name, StreamDefinition first, StreamDefinition second) {
        return "REGISTER QUERY "
                + name
                + " AS SELECT ?a ?c FROM STREAM <"
                + first.name()
                + "> [RANGE 300ms STEP 100ms] FROM STREAM <"
                + second.name()
                + "> [RANGE 200ms STEP 100ms] WHERE { GRAPH <"
                + first.name()
                + "> { ?b <http://x/p> ?a } GRAPH <"
                + second.name()
                + "> { ?b <http://x/p> ?c } }";
    }

    private static TripleBuffer rows(StoreNode node, String subject, String object) {
        TripleBuffer rows = new TripleBuffer();
        rows.append(
                node.dictionary().vertexId("<http://x/" + subject + ">"),
                node.dictionary().predicateId("<http://x/p>"),
                node.dictionary().vertexId("<http://x/" + object + ">"));
        return rows;
    }

    private static DataDirectory.Written write(StoreNode node, DataDirectory data) {
        try (StoreCut cut = node.beginCut(AGREED)) {
            while (!cut.step()) {}
            return data.write(cut);
        }
    }

    @Test
    void format8IsWrittenAndReadForEver() throws IOException {
        long tripleCount;
        try (LocalCluster cluster = cluster();
                DataDirectory data = open("written")) {
            cluster.node(0).beginStart(1);
            fill(cluster);
            assertThat(cluster.node(0).served().staged().waitingCount()).isEqualTo(2);
            tripleCount = cluster.node(0).stored().tripleCount();
            assertCopies(cluster.node(0));
            write(cluster.node(0), data);
        }
        Path written = folder.resolve("written/checkpoints");
        assertThat(names(written)).isEqualTo(names(GOLDEN));
        for (String name : names(GOLDEN)) {
            assertThat(written.resolve(name))
                    .as(name)
                    .hasBinaryContent(Files.readAllBytes(GOLDEN.resolve(name)));
        }
        Path read = copy(GOLDEN, "read");
        try (LocalCluster cluster = cluster();
                DataDirectory data = open("read")) {
            assertThat(data.agreed()).isEqualTo(AGREED);
            StoreNode node = cluster.node(0);
            node.read(data, ReadProgress.NONE);
            assertThat(node.stored().tripleCount()).isEqualTo(tripleCount);
            assertThat(node.served().staged().waitingCount()).isEqualTo(2);
            assertThat(node.stored().names()).contains(LOADED, KEEPING.graph());
            assertCopies(node);
            DataDirectory.Written again = write(node, data);
            assertThat(again.newBytes()).isLessThan(again.bytes());
            for (String kind : List.of("state", "dictionary", "agreed")) {
                assertThat(read.resolve(kind + "-2"))
                        .as(kind)
                        .hasBinaryContent(Files.readAllBytes(GOLDEN.resolve(kind + "-1")));
            }
            assertThat(Files.readString(read.resolve("chk-2")))
                    .contains("file=graphs-1-0 ", "file=halves-1-0 ", "file=terms-1-0 ");
        }
    }

    @Test
    void aCheckpointWithoutCopiesHasNone() throws IOException {
        copy(FIRST, "first");
        try (LocalCluster cluster = cluster();
                DataDirectory data = open("first")) {
            assertThat(data.agreed()).isEqualTo(AGREED);
            StoreNode node = cluster.node(0);
            node.read(data, ReadProgress.NONE);
            assertThat(node.served().staged().waitingCount()).isEqualTo(1);
            assertThat(node.stored().names()).contains(LOADED, KEEPING.graph());
            assertThat(node.streams().state(KEEPING.name()).ring().end()).isPositive();
            assertThat(node.replicas().cut()).isEmpty();
            assertThat(node.replicas().endedCut()).isEmpty();
            assertThat(node.replicaReaders().cut()).isEmpty();
        }
    }

    private static void assertCopies(StoreNode node) {
        assertThat(node.replicas().cut()).containsExactly(new Copy(FAR.name(), 1, 1));
        assertThat(node.replicas().endedCut()).containsExactly(new Copy("http://x/read", 1, 2));
        assertThat(node.replicaReaders().cut())
                .containsExactly(new Reader(KEEPING.name(), 1, 1, 1));
        StreamState copy = node.streams().state(FAR.name());
        assertThat(copy.replica()).isNotNull();
        assertThat(copy.ring().end()).isEqualTo(6);
        assertThat(copy.graph()).isNull();
    }

    @Test
    void anotherNodeIsRefused() throws IOException {
        String ofGolden = " of=node 4 of cluster c1 with metadata log a log asked=";
        copy(GOLDEN, "read");
        List<DataCluster> others =
                List.of(
                        new DataCluster("c1", 5, List.of(4, 5), "a log", 7),
                        new DataCluster("c2", 4, List.of(4, 5), "a log", 7),
                        new DataCluster("c1", 4, List.of(4, 5), "another log", 7));
        for (DataCluster other : others) {
            try (DataDirectory data = open("read", other)) {
                String asked =
                        ofGolden
                                + "node "
                                + other.node()
                                + " of cluster "
                                + other.cluster()
                                + " with metadata log "
                                + other.metadata();
                assertFails(Category.USER, asked, data::agreed);
                assertRefused(data, asked);
            }
        }
        copy(GOLDEN, "alone");
        try (DataDirectory data = open("alone", null)) {
            assertRefused(data, ofGolden + "a store of one node");
        }
        copy(GOLDEN.resolveSibling("format-7"), "before");
        try (DataDirectory data = open("before")) {
            assertRefused(data, " of=a store of one node asked=node 4 of cluster c1");
        }
        try (DataDirectory data = open("read");
                StoreNode alone = FilledNode.empty()) {
            assertFails(
                    Category.USER,
                    "a node of a cluster and a store of one node have different checkpoints",
                    () -> alone.read(data, ReadProgress.NONE));
        }
    }

    private static void assertRefused(DataDirectory data, String message) {
        try (LocalCluster cluster = cluster()) {
            assertFails(
                    Category.USER, message, () -> cluster.node(0).read(data, ReadProgress.NONE));
        }
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
