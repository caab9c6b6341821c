package org.wukongs.store.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Seeds;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.StoreCut;
import org.wukongs.store.checkpoint.UnusableCheckpointException;
import org.wukongs.store.checkpoint.UnusableCheckpointException.Kind;

/**
 * A data directory with chk-1 and chk-2 of which something cannot be used. Whatever it is, a start
 * changes nothing, however often, until it is told what to do without.
 */
class UnusableCheckpointTest {

    private static final int DAMAGES_PER_FILE = 6;
    private static final List<String> FILES =
            List.of("terms-2-0", "dictionary-2", "graphs-2-0", "state-2", "chk-2");

    @TempDir private Path directory;

    private Path data;
    private Path files; // of its checkpoints
    private String older; // what chk-1 has
    private String newer; // what chk-2 has

    @BeforeEach
    void writeTwo() {
        data = directory.resolve("data");
        files = files(data);
        try (DataDirectory opened = DataDirectory.open(data, 2)) {
            try (StoreNode node = FilledNode.empty()) {
                node.restore(opened, 1);
                FilledNode.fill(node);
                write(node, opened);
            }
            older = restored(opened);
            try (StoreNode node = FilledNode.empty()) {
                node.restore(opened, 2);
                FilledNode.load(node, "b");
                write(node, opened);
            }
            newer = restored(opened);
        }
        assertThat(newer).isNotEqualTo(older);
    }

    private static Path files(Path of) {
        return of.resolve("checkpoints");
    }

    private static void write(StoreNode node, DataDirectory data) {
        try (StoreCut cut = node.cut()) {
            data.write(cut);
        }
    }

    private static String restored(DataDirectory data) {
        try (StoreNode node = FilledNode.empty()) {
            assertThat(node.restore(data, 2)).isTrue();
            assertThat(node.check().violations()).isEmpty();
            node.advance();
            return FilledNode.describe(node);
        }
    }

    private static String restored(Path directory, Long... abandoned) {
        try (DataDirectory data = DataDirectory.open(directory, 2, Set.of(abandoned), null)) {
            return restored(data);
        }
    }

    private static UnusableCheckpointException refused(Path directory, Long... abandoned) {
        try (DataDirectory data = DataDirectory.open(directory, 2, Set.of(abandoned), null);
                StoreNode node = FilledNode.empty()) {
            return catchThrowableOfType(
                    UnusableCheckpointException.class, () -> node.restore(data, 3));
        }
    }

    private static boolean beginsEmpty(Path directory, Long... abandoned) {
        try (DataDirectory data = DataDirectory.open(directory, 2, Set.of(abandoned), null);
                StoreNode node = FilledNode.empty()) {
            return !node.restore(data, 3) && node.restored() == null;
        }
    }

    /** Of the files of its checkpoints. */
    private static List<String> names(Path in) {
        try (Stream<Path> found = Files.list(files(in))) {
            return found.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Two starts in a row say the same and change nothing; the error of the second. */
    private static UnusableCheckpointException refusedForEver(
            Path directory, Kind kind, Category category, String advice) {
        List<String> before = names(directory);
        String first = refused(directory).getMessage();
        UnusableCheckpointException second = refused(directory);
        assertThat(second).hasMessage(first).hasMessageEndingWith(advice);
        assertThat(second.kind()).isEqualTo(kind);
        assertThat(second.category()).isEqualTo(category);
        assertThat(second.getMessage())
                .contains("file=" + second.file(), "offset=" + second.offset())
                .doesNotContain("\n");
        assertThat(names(directory)).isEqualTo(before);
        return second;
    }

    // Damage

    @Test
    void damageIsRefusedUntilTheOlderOneIsAskedFor() throws IOException {
        Random random = new Random(Seeds.seed(getClass()));
        for (String file : FILES) {
            int first = file.startsWith("chk") ? 1 : 0; // without manifest there is no checkpoint
            for (int i = first; i < DAMAGES_PER_FILE; i++) {
                Path copy = NodeCheckpointTest.copy(data, directory.resolve(file + i));
                String damage = damage(files(copy).resolve(file), i, random);
                UnusableCheckpointException error =
                        refusedForEver(
                                copy,
                                Kind.DAMAGED,
                                Category.FATAL,
                                " and lose what came after it: --abandon-checkpoints 2");
                assertThat(error.file()).as(damage).isEqualTo(files(copy).resolve(file));
                assertThat(error).hasMessageContaining("to go back to chk-1 of 20");
                assertThat(restored(copy, 2L)).as(file + ": " + damage).isEqualTo(older);
                assertThat(names(copy)).contains("chk-1", "chk-2.abandoned");
                assertThat(restored(copy, 2L)).as("told again").isEqualTo(older);
                assertThat(restored(copy)).as("not told").isEqualTo(older);
            }
        }
    }

    /** Gone, cut off somewhere, or with a bit turned at the beginning, the end or in between. */
    private static String damage(Path file, int kind, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (kind == 0) {
            Files.delete(file);
            return "gone";
        }
        if (kind <= 2) {
            int length = kind == 1 ? bytes.length - 1 : random.nextInt(bytes.length);
            Files.write(file, Arrays.copyOf(bytes, length));
            return "length " + length;
        }
        int at = kind == 3 ? 0 : kind == 4 ? bytes.length - 1 : random.nextInt(bytes.length);
        bytes[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        Files.write(file, bytes);
        return "byte " + at;
    }

    @Test
    void aFileThatIsCutOffNamesWhereItEnds() throws IOException {
        Path terms = files.resolve("terms-2-0");
        long length = Files.size(terms) - 7;
        Files.write(terms, Arrays.copyOf(Files.readAllBytes(terms), (int) length));
        assertThat(refused(data).offset()).isEqualTo(length);
    }

    @Test
    void aWholeFileWithRecordsOfAnotherNamesTheRecord() throws IOException {
        Path graphs = files.resolve("graphs-2-0");
        Files.copy(files.resolve("terms-2-0"), graphs, StandardCopyOption.REPLACE_EXISTING);
        Path manifest = files.resolve("chk-2");
        List<String> lines = Files.readAllLines(manifest);
        String terms = lines.stream().filter(line -> line.startsWith("file=terms")).toList().get(0);
        rewrite(manifest, "file=graphs.*", terms.replace("=terms", "=graphs"));
        UnusableCheckpointException error = refused(data);
        assertThat(error.kind()).isEqualTo(Kind.DAMAGED);
        assertThat(error.file()).isEqualTo(graphs);
        assertThat(error).hasMessageContaining("a record is out of order");
    }

    /** Both of them have it, so neither can be used. */
    @Test
    void aSharedFileIsMissedByAllThatNameIt() throws IOException {
        try (DataDirectory opened = DataDirectory.open(data, 3);
                StoreNode node = FilledNode.empty()) {
            node.restore(opened, 3);
            write(node, opened);
        }
        assertThat(names(data)).contains("chk-3", "state-3").doesNotContain("graphs-3-0");
        Files.delete(files.resolve("graphs-2-0"));
        UnusableCheckpointException error =
                refusedForEver(data, Kind.DAMAGED, Category.FATAL, "--abandon-checkpoints 3,2");
        assertThat(error.file()).isEqualTo(files.resolve("graphs-2-0"));
        assertThat(restored(data, 2L, 3L)).isEqualTo(older);
        assertThat(names(data))
                .as("kept with what they name")
                .contains("chk-3.abandoned", "terms-2-0");
    }

    /** Replaces a line and makes the manifest whole again. */
    private static void rewrite(Path manifest, String line, String by) throws IOException {
        String text = Files.readString(manifest).replaceFirst("(?m)^" + line + "$", by);
        String body = text.substring(0, text.lastIndexOf("crc32c="));
        CRC32C crc = new CRC32C();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        Files.writeString(manifest, body + String.format("crc32c=%08x%n", crc.getValue()));
    }

    @Test
    void whereNoneCanBeUsedEmptyHasToBeAskedFor() throws IOException {
        Files.delete(files.resolve("state-2"));
        Files.write(files.resolve("chk-1"), new byte[] {1});
        refusedForEver(
                data,
                Kind.DAMAGED,
                Category.FATAL,
                "; nothing was changed, and no older checkpoint can be used; to begin empty and lose"
                        + " all data of the store: --abandon-checkpoints 2,1");
        assertThat(refused(data, 2L)).hasMessageEndingWith("--abandon-checkpoints 1");
        assertThat(names(data)).contains("chk-1", "chk-2");
        assertThat(beginsEmpty(data, 1L, 2L)).isTrue();
        assertThat(names(data)).contains("chk-1.abandoned", "chk-2.abandoned");
        assertThat(beginsEmpty(data)).as("nothing is left to lose").isTrue();
    }

    @Test
    void oneThatIsWholeIsAbandonedOnlyByName() {
        assertThat(restored(data, 1L, 9L)).isEqualTo(newer);
        assertThat(names(data)).contains("chk-1.abandoned", "chk-2");
        assertThat(beginsEmpty(data, 2L)).isTrue();
    }

    /** Checkpoints had a directory each. */
    @Test
    void whatAnEarlierVersionCalledDamagedIsNotForgotten() throws IOException {
        Path old = Path.of("src/test/resources/checkpoint/format-6");
        Path elsewhere = Files.createDirectory(directory.resolve("old"));
        for (String name : List.of("chk-1", "chk-2.damaged")) {
            NodeCheckpointTest.copy(old, elsewhere.resolve(name));
        }
        assertThat(restored(elsewhere)).as("it can be read now").isNotEmpty();
        Files.delete(elsewhere.resolve("chk-2.damaged").resolve("state"));
        refusedForEver(elsewhere, Kind.DAMAGED, Category.FATAL, "--abandon-checkpoints 2");
        Files.move(elsewhere.resolve("chk-1"), directory.resolve("away"));
        refusedForEver(elsewhere, Kind.DAMAGED, Category.FATAL, "--abandon-checkpoints 2");
        assertThat(beginsEmpty(elsewhere, 2L)).isTrue();
        assertThat(elsewhere.resolve("chk-2.abandoned")).exists();
    }

    // Formats

    @Test
    void anotherFormatIsNoDamage() throws IOException {
        Path manifest = files.resolve("chk-2");
        rewrite(manifest, "format=\\d+", "format=77");
        UnusableCheckpointException error =
                refusedForEver(data, Kind.OTHER_FORMAT, Category.USER, "--abandon-checkpoints 2");
        assertThat(error)
                .hasMessageStartingWith("a checkpoint has another format: file=" + manifest)
                .hasMessageContaining("key=format")
                .hasMessageContaining("found=77");
        Files.writeString(manifest, Files.readString(manifest).replace("format=77", "format=78"));
        assertThat(refused(data).kind()).as("its CRC is wrong").isEqualTo(Kind.DAMAGED);
        rewrite(manifest, "vids=.*", "vids=1/2");
        assertThat(refused(data)).hasMessageContaining("has another format");
    }

    // Errors of the disk

    @Test
    void whatCannotBeReadIsNoDamageAndComesBack() throws IOException {
        for (String name : FILES) {
            Path file = files.resolve(name);
            Path kept = Files.move(file, directory.resolve("kept-" + name));
            Files.createSymbolicLink(file, file); // too many levels of symbolic links
            UnusableCheckpointException error =
                    refusedForEver(
                            data, Kind.NOT_READ, Category.RETRIABLE, "--abandon-checkpoints 2");
            assertThat(error.file()).isEqualTo(file);
            assertThat(error).hasMessageContaining("reason=").hasMessageContaining("symbolic");
            Files.delete(file);
            Files.move(kept, file);
        }
        assertThat(restored(data)).isEqualTo(newer);
    }

    @Test
    void anErrorOfTheDeviceSaysSo() throws IOException {
        Path memory = Path.of("/proc/self/mem"); // nothing is mapped at its beginning: EIO
        assumeTrue(Files.exists(memory), "no /proc here");
        Path manifest = files.resolve("chk-2");
        Files.delete(manifest);
        Files.createSymbolicLink(manifest, memory);
        UnusableCheckpointException error =
                refusedForEver(data, Kind.NOT_READ, Category.RETRIABLE, "2");
        assertThat(error).hasMessageContaining("reason=Input/output error");
    }

    @Test
    void aFileWithoutPermissionIsNoDamage() throws IOException {
        Path terms = files.resolve("terms-2-0");
        Files.setPosixFilePermissions(terms, PosixFilePermissions.fromString("---------"));
        assumeTrue(!Files.isReadable(terms), "this user reads everything");
        UnusableCheckpointException error =
                refusedForEver(data, Kind.NOT_READ, Category.RETRIABLE, "2");
        assertThat(error).hasMessageContaining("reason=permission denied");
    }

    @Test
    void aDirectoryThatIsAFileIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "no directory");
        assertThatThrownBy(() -> DataDirectory.open(file, 2))
                .isInstanceOf(WukongsException.class)
                .hasMessage(
                        "cannot use the data directory: path=" + file + " reason=not a directory");
    }

    @Test
    void aFullDiskLosesNothing() throws Exception {
        Path disk = Files.createDirectory(directory.resolve("disk"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", disk.toString()),
                "no file system can be mounted here");
        try {
            Path full = disk.resolve("data");
            NodeCheckpointTest.copy(data, full);
            Path ballast = disk.resolve("ballast");
            fill(ballast);
            assertThatThrownBy(() -> startAndWrite(full))
                    .isInstanceOf(WukongsException.class)
                    .hasMessageContaining("reason=No space left on device")
                    .satisfies(
                            e ->
                                    assertThat(((WukongsException) e).category())
                                            .isEqualTo(Category.RETRIABLE));
            assertThat(names(full)).contains("chk-1", "chk-2").doesNotContain("chk-3.tmp", "chk-3");
            assertThat(restored(full)).isEqualTo(newer);
            Files.delete(ballast);
            startAndWrite(full);
            assertThat(names(full)).contains("chk-2", "chk-3").doesNotContain("chk-1");
        } finally {
            run("umount", disk.toString());
        }
    }

    private static void startAndWrite(Path directory) {
        try (DataDirectory data = DataDirectory.open(directory, 2);
                StoreNode node = FilledNode.empty()) {
            node.restore(data, 3);
            write(node, data);
        }
    }

    private static void fill(Path file) {
        byte[] page = new byte[1 << 10];
        try (var out = Files.newOutputStream(file)) {
            while (true) {
                out.write(page);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    private static boolean run(String... command) throws Exception {
        try {
            return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
        } catch (IOException e) {
            return false; // there is no such program
        }
    }

    // Kill while one is written

    @Test
    void whatWasBegunWhenTheProcessWasKilledIsForgotten() throws IOException {
        List<String> before = names(data);
        for (int count = 0; count <= FILES.size(); count++) {
            for (String file : FILES.subList(0, count)) {
                byte[] bytes = Files.readAllBytes(files.resolve(file));
                int length = count == FILES.size() ? bytes.length : bytes.length / 2;
                String name = file.equals("chk-2") ? "chk-3.tmp" : file.replace("-2", "-3");
                Files.write(files.resolve(name), Arrays.copyOf(bytes, length));
            }
            assertThat(restored(data)).isEqualTo(newer);
            assertThat(names(data)).isEqualTo(before);
        }
    }

    /** Nobody knows what it names, so nothing is deleted. */
    @Test
    void oneThatLostFilesAfterItWasNamedIsDamaged() throws IOException {
        Files.createFile(files.resolve("chk-3"));
        Files.createFile(files.resolve("terms-3-0"));
        refusedForEver(data, Kind.DAMAGED, Category.FATAL, "--abandon-checkpoints 3");
        assertThat(restored(data, 3L)).isEqualTo(newer);
        assertThat(names(data)).contains("terms-3-0");
    }
}
