package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.ReaderId;
import org.wukongs.client.ReaderStart;
import org.wukongs.client.StoreStatus.ReaderStatus;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.continuous.ReaderConnection;
import org.wukongs.store.dictionary.DictionaryConfig;
import org.wukongs.store.log.FileStorage;
import org.wukongs.store.progress.IntakePoint;
import org.wukongs.stream.MessageId;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/** What is on disk of a checkpoint, whole, torn or damaged, and what a node makes of it. */
public class NodeCheckpointTest {

    @TempDir private Path directory;

    private static void write(StoreNode node, DataDirectory data) {
        try (StoreCut cut = node.cut()) {
            data.write(cut);
        }
    }

    private Path data() {
        return directory.resolve("data");
    }

    private Path files() {
        return data().resolve("checkpoints");
    }

    private List<String> names(Path in) {
        try (Stream<Path> files = Files.list(in)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fills a node and writes a checkpoint of it; what it had. */
    private String fill(DataDirectory data) {
        try (StoreNode node = FilledNode.empty()) {
            node.restore(data, 1);
            FilledNode.fill(node);
            write(node, data);
            node.advance();
            return FilledNode.describe(node);
        }
    }

    private String restored(DataDirectory data) {
        try (StoreNode node = FilledNode.empty()) {
            assertThat(node.restore(data, 2)).isTrue();
            assertThat(node.check().violations()).isEmpty();
            node.advance();
            return FilledNode.describe(node);
        }
    }

    @Test
    void allOfANodeComesBack() {
        try (DataDirectory data = DataDirectory.open(data(), 1)) {
            String filled = fill(data);
            assertThat(restored(data)).isEqualTo(filled);
        }
    }

    @Test
    void aNodeThatCameBackWritesTheSameAgain() throws IOException {
        Path other = directory.resolve("other");
        try (DataDirectory data = DataDirectory.open(data(), 2);
                DataDirectory copy = DataDirectory.open(other, 2)) {
            fill(data);
            try (StoreNode node = FilledNode.empty()) {
                node.restore(data, 2);
                write(node, copy);
            }
        }
        for (String file : List.of("terms-1-0", "dictionary-1", "graphs-1-0")) {
            assertThat(Files.readAllBytes(other.resolve("checkpoints").resolve(file)))
                    .isEqualTo(Files.readAllBytes(files().resolve(file)));
        }
    }

    // What checkpoints share

    /** Writes a checkpoint; the kinds of the files that it has written itself. */
    private List<String> newKinds(StoreNode node, DataDirectory data) {
        try (StoreCut cut = node.cut()) {
            String number = "-" + data.write(cut).number();
            return names(files()).stream()
                    .filter(name -> (name + "-").contains(number + "-") && !name.startsWith("chk"))
                    .map(name -> name.substring(0, name.indexOf('-')))
                    .distinct()
                    .toList();
        }
    }

    @Test
    void whatHasNotChangedIsNotWrittenAgain() {
        try (DataDirectory data = DataDirectory.open(data(), 2)) {
            try (StoreNode node = FilledNode.empty()) {
                node.restore(data, 1);
                FilledNode.fill(node);
                node.advance();
                assertThat(newKinds(node, data))
                        .containsExactly("dictionary", "graphs", "state", "terms");
                assertThat(newKinds(node, data)).containsExactly("dictionary", "state");
                node.dictionary().vertexId("<http://x/new>");
                assertThat(newKinds(node, data)).containsExactly("dictionary", "state", "terms");
                node.update("INSERT DATA { <http://x/new> a <http://x/new> }");
                assertThat(newKinds(node, data)).containsExactly("dictionary", "graphs", "state");
                node.update("DELETE DATA { <http://x/new> a <http://x/new> }");
                assertThat(newKinds(node, data)).containsExactly("dictionary", "graphs", "state");
            }
            try (StoreNode node = FilledNode.empty()) {
                node.restore(data, 2);
                assertThat(newKinds(node, data)).containsExactly("dictionary", "state");
                node.update("INSERT DATA { <http://x/new> a <http://x/new> }");
                assertThat(newKinds(node, data)).containsExactly("dictionary", "graphs", "state");
                FilledNode.reclaim(node);
                assertThat(newKinds(node, data)).contains("terms");
            }
            try (StoreNode node = FilledNode.empty()) {
                assertThat(newKinds(node, data)).as("another node").contains("terms");
            }
        }
    }

    @Test
    void idsAreTheSameForEver() {
        try (DataDirectory data = DataDirectory.open(data(), 1)) {
            long[] counters;
            long vid;
            try (StoreNode node = FilledNode.empty()) {
                FilledNode.fill(node);
                vid = node.dictionary().vertexId("<http://x/newest>");
                counters = node.dictionary().counters();
                write(node, data);
            }
            try (StoreNode node = FilledNode.empty()) {
                node.restore(data, 1);
                assertThat(node.dictionary().counters()).isEqualTo(counters);
                assertThat(node.dictionary().vertex(vid)).isEqualTo("<http://x/newest>");
                assertThat(node.dictionary().vertexId("<http://x/newest>")).isEqualTo(vid);
            }
        }
    }

    private static final long MADE_MS = 1_700_000_000_123L;
    private static final IntakePoint INTAKE = new IntakePoint(3, 230);
    private static final ReaderId NAMED = ReaderId.ofQuery("named", "q");

    /** Checkpoints that earlier builds have written; {@link FilledNode} may never change. */
    private static Path golden(int format) {
        return Path.of("src/test/resources/checkpoint/format-" + format);
    }

    /** What a node has that comes back from a copy of a golden checkpoint. */
    private String restoredFrom(int format, Function<StoreNode, String> question)
            throws IOException {
        Path copy =
                Files.createDirectories(
                        Files.createTempDirectory(directory, "old")
                                .resolve(format < 7 ? "chk-1" : "checkpoints"));
        for (String file : names(golden(format))) {
            Files.copy(golden(format).resolve(file), copy.resolve(file));
        }
        try (DataDirectory data = DataDirectory.open(copy.getParent(), 1);
                StoreNode node = FilledNode.empty()) {
            assertThat(node.restore(data, 2)).isTrue();
            assertThat(node.check().violations()).isEmpty();
            node.advance();
            return question.apply(node);
        }
    }

    @Test
    void format1IsReadForEver() throws IOException {
        String filled;
        try (DataDirectory data = DataDirectory.open(data(), 1)) {
            filled = fill(data);
        }
        assertThat(restoredFrom(1, FilledNode::describe)).isEqualTo(filled);
    }

    /** The query's reader has no name there. */
    @Test
    void format2IsReadForEver() throws IOException {
        String filled;
        try (DataDirectory data = DataDirectory.open(data(), 1)) {
            filled = fill(data);
        }
        assertThat(restoredFrom(2, NodeCheckpointTest::all)).isEqualTo(filled + INTAKE + "[] ");
    }

    @Test
    void format3IsReadForEver() throws IOException {
        String filled;
        try (DataDirectory data = DataDirectory.open(data(), 1)) {
            filled = fill(data);
        }
        assertThat(restoredFrom(3, NodeCheckpointTest::all))
                .isEqualTo(filled + INTAKE + "[] named[200] ");
    }

    @Test
    void format4IsReadForEver() throws IOException {
        String filled;
        String retained;
        try (DataDirectory data = DataDirectory.open(data(), 1);
                StoreNode node = retained(data)) {
            node.advance();
            filled = FilledNode.describe(node);
            retained = FilledNode.describeRetained(node);
        }
        assertThat(restoredFrom(4, NodeCheckpointTest::all))
                .isEqualTo(filled + INTAKE + "[] named[200] ");
        assertThat(restoredFrom(4, FilledNode::describeRetained)).isEqualTo(retained);
        assertThat(retained).contains("5[[<http://x/f>], [<http://x/g>]]").endsWith("9[]\n");
    }

    private static StoreNode retained(DataDirectory data) {
        StoreNode node = FilledNode.empty();
        node.restore(data, 1);
        FilledNode.fill(node);
        node.coordinator().progress(FilledNode.STREAM.name()).taken(INTAKE);
        node.continuous()
                .readers()
                .attach(NAMED, ReaderStart.at(200), new ReaderConnection(() -> 0));
        FilledNode.retain(node);
        return node;
    }

    @Test
    void format5IsReadForEver() throws IOException {
        assertReadForEver(5);
    }

    @Test
    void format6IsReadForEver() throws IOException {
        assertReadForEver(6);
    }

    @Test
    void format7IsWrittenAndReadForEver() throws IOException {
        assertReadForEver(7);
        assertThat(names(files())).isEqualTo(names(golden(7)));
        for (String file : names(golden(7))) {
            assertThat(Files.readAllBytes(files().resolve(file)))
                    .as("written: " + file)
                    .isEqualTo(Files.readAllBytes(golden(7).resolve(file)));
        }
    }

    private void assertReadForEver(int format) throws IOException {
        String filled;
        String retained;
        String reclaimed;
        try (DataDirectory data =
                        DataDirectory.open(
                                data(), 1, Set.of(), null, FileStorage::new, () -> MADE_MS);
                StoreNode node = retained(data)) {
            FilledNode.reclaim(node);
            write(node, data);
            node.advance();
            reclaimed = FilledNode.describeReclaimed(node);
            filled = FilledNode.describe(node);
            retained = FilledNode.describeRetained(node);
        }
        assertThat(restoredFrom(format, NodeCheckpointTest::all))
                .isEqualTo(filled + INTAKE + "[] named[200] ");
        assertThat(restoredFrom(format, FilledNode::describeRetained)).isEqualTo(retained);
        assertThat(restoredFrom(format, FilledNode::describeReclaimed)).isEqualTo(reclaimed);
    }

    private static String all(StoreNode node) {
        String readers = readers(node);
        IntakePoint intake = node.coordinator().progress(FilledNode.STREAM.name()).intake();
        return FilledNode.describe(node) + intake + readers;
    }

    /** Those of a query, none of which is connected. */
    private static String readers(StoreNode node) {
        StringBuilder text = new StringBuilder();
        for (ReaderStatus reader : node.continuous().status("q").readers()) {
            assertThat(reader.connected()).isFalse();
            boolean first = reader.nextWindowEndMs() == Long.MIN_VALUE;
            text.append(reader.name())
                    .append(first ? "[]" : "[" + reader.nextWindowEndMs() + "]")
                    .append(' ');
        }
        return text.toString();
    }

    /** A copy of a data directory with what was complete in it; returns {@code to}. */
    public static Path copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(path -> !path.toString().contains(".tmp")).toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
            return to;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // The directory

    private List<String> checkpoints() {
        return names(files()).stream().filter(name -> name.startsWith("chk")).toList();
    }

    @Test
    void oldOnesGoAndNumbersAreNeverGivenTwice() throws IOException {
        try (DataDirectory data = DataDirectory.open(data(), 2);
                StoreNode node = FilledNode.empty()) {
            for (int i = 0; i < 4; i++) {
                write(node, data);
            }
            assertThat(names(data())).containsExactly("checkpoints", "lock");
            assertThat(checkpoints()).containsExactly("chk-3", "chk-4");
        }
        Files.writeString(files().resolve("chk-5.tmp"), "half");
        Files.writeString(files().resolve("terms-5-0"), "half");
        Files.writeString(files().resolve("of-somebody-else"), "");
        Files.move(files().resolve("chk-4"), files().resolve("chk-9.abandoned"));
        try (DataDirectory data = DataDirectory.open(data(), 2);
                StoreNode node = FilledNode.empty()) {
            assertThat(checkpoints()).containsExactly("chk-3", "chk-9.abandoned");
            assertThat(names(files()))
                    .contains("state-4", "of-somebody-else")
                    .doesNotContain("terms-5-0");
            write(node, data);
            assertThat(checkpoints()).contains("chk-3", "chk-10");
        }
    }

    @Test
    void oneProcessHasIt() {
        try (DataDirectory data = DataDirectory.open(data(), 2)) {
            assertFails(
                    Category.USER,
                    "another store uses the data directory: path=" + data.path(),
                    () -> DataDirectory.open(data(), 2));
        }
        DataDirectory.open(data(), 2).close();
        assertFails(Category.USER, "retained=0", () -> DataDirectory.open(data(), 0));
    }

    @Test
    void startsRiseAlsoWhenTheClockGoesBack() {
        try (DataDirectory data = DataDirectory.open(data(), 2)) {
            assertThat(data.nextStart(100)).isEqualTo(100);
            assertThat(data.nextStart(90)).isEqualTo(101);
            assertThat(data.nextStart(200)).isEqualTo(200);
        }
    }

    @Test
    void whereItCannotBeWrittenTheNodeGoesOn() throws IOException {
        try (DataDirectory data = DataDirectory.open(data(), 2);
                StoreNode node = FilledNode.empty()) {
            Path inTheWay = Files.createDirectory(files().resolve("state-1"));
            assertFails(Category.RETRIABLE, "cannot write", () -> write(node, data));
            FilledNode.load(node, "b");
            assertThat(inTheWay).doesNotExist();
            write(node, data);
            assertThat(checkpoints()).containsExactly("chk-2");
        }
    }

    // Dictionaries on disk

    private DictionaryConfig onDisk(String name) {
        return DictionaryConfig.inMemory(10_000).withDirectory(directory.resolve(name));
    }

    @Test
    void aDictionaryOnDiskIsKnownAgain() {
        try (DataDirectory data = DataDirectory.open(data(), 1)) {
            try (StoreNode node = FilledNode.empty(onDisk("terms"))) {
                FilledNode.fill(node);
                write(node, data);
                node.dictionary().vertexId("<http://x/later>");
            }
            try (StoreNode node = FilledNode.empty(onDisk("terms"))) {
                assertThat(node.restore(data, 1)).isTrue();
                assertThat(node.query("SELECT * { ?s ?p ?o }").rows()).hasSize(1);
            }
            try (StoreNode node = FilledNode.empty(onDisk("other"))) {
                node.dictionary().vertexId("<http://x/unrelated>");
                assertFails(Category.USER, "--dictionary-dir", () -> node.restore(data, 1));
            }
            try (StoreNode node = FilledNode.empty()) {
                assertFails(Category.USER, "--dictionary-dir", () -> node.restore(data, 1));
            }
        }
    }

    @Test
    void termsOfAnotherDictionaryAreNotTaken() {
        try (DataDirectory data = DataDirectory.open(data(), 1)) {
            fill(data);
            try (StoreNode node = FilledNode.empty(onDisk("empty"))) {
                assertThat(node.restore(data, 2)).isTrue();
            }
            try (StoreNode node = FilledNode.empty(onDisk("other"))) {
                for (int i = 0; i < 2_000; i++) {
                    node.dictionary().vertexId("<http://x/unrelated" + i + ">");
                }
                assertFails(Category.USER, "--dictionary-dir", () -> node.restore(data, 2));
            }
        }
    }

    // Jobs

    @Test
    void aJobThatIsAheadIsRefused() {
        MessageId position;
        try (DataDirectory data = DataDirectory.open(data(), 1)) {
            try (StoreNode node = FilledNode.empty()) {
                node.restore(data, 1);
                position = FilledNode.fill(node);
                write(node, data);
            }
            try (StoreNode node = FilledNode.empty()) {
                node.restore(data, 2);
                assertAhead(node, new MessageId(position.epoch(), 0, position.sequence() + 1));
                assertAhead(node, new MessageId(position.epoch(), 1, 1));
                assertAhead(node, new MessageId(position.epoch() + 99, 0, 0));
                assertThat(node.writers().commit("s", position)).isTrue();
                MessageId lost = new MessageId(position.epoch(), 0, position.sequence() + 1);
                assertThat(node.writers().commit("s", lost)).isFalse();
                assertThat(open(node, position)).isGreaterThan(position.epoch() + 99);
                write(node, data);
                open(node, position); // the epoch of start 2 that the next start does not know
            }
            try (StoreNode node = FilledNode.empty()) {
                node.restore(data, 3);
                assertAhead(node, new MessageId(position.epoch(), 0, position.sequence() + 1));
                open(node, position);
            }
        }
    }

    @Test
    void whatAStartWithoutACheckpointDidIsUnknown() {
        try (DataDirectory data = DataDirectory.open(data(), 1)) {
            MessageId position;
            try (StoreNode node = FilledNode.empty()) {
                node.restore(data, 1);
                position = FilledNode.fill(node);
            }
            try (StoreNode node = FilledNode.empty()) {
                assertThat(node.restore(data, 2)).isFalse();
                node.streams().register(FilledNode.STREAM);
                assertAhead(node, position);
                open(node);
            }
        }
    }

    @Test
    void aReaderThatIsAheadIsRefusedUntilTheStreamsAreThereAgain() {
        try (DataDirectory data = DataDirectory.open(data(), 1)) {
            fill(data);
            try (StoreNode node = FilledNode.empty()) {
                node.restore(data, 2);
                node.continuous().resumeReader("q", Long.MIN_VALUE);
                node.continuous().resumeReader("q", 400); // a tuple at 230 ends a window at 300
                assertFails(
                        Category.RETRIABLE,
                        "the reader's checkpoint is newer",
                        () -> node.continuous().resumeReader("q", 500));
                String template = node.continuous().subscription("q").template().name();
                assertFails(
                        Category.RETRIABLE,
                        "the reader's checkpoint is newer",
                        () ->
                                node.continuous()
                                        .readers()
                                        .attach(
                                                ReaderId.ofTemplate("", template),
                                                ReaderStart.resume(500),
                                                new ReaderConnection(() -> 0)));
                node.continuous().attachReader("q", 500); // a start in the future is no claim
                WriterId writer = new WriterId("s", 0, 1, "other", 0);
                node.writers().closeUpTo(writer, node.openWriter(writer), 3);
                node.advance();
                node.continuous().resumeReader("q", 500);
            }
        }
    }

    private static long open(StoreNode node, MessageId... from) {
        WriterId writer = new WriterId("s", 0, 1, "job", 1);
        return node.openWriter(writer, WriterOrigin.restored(List.of(from)));
    }

    private static void assertAhead(StoreNode node, MessageId position) {
        List<MessageId> positions = new ArrayList<>(List.of(position));
        assertFails(
                Category.USER,
                "the job's checkpoint is newer than what the store came back with",
                () -> open(node, positions.toArray(MessageId[]::new)));
    }
}
