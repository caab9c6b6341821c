package org.wukongs.store.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Seeds;
import org.wukongs.store.checkpoint.DataDirectory;
import org.wukongs.store.checkpoint.ReadProgress;
import org.wukongs.store.node.DataCheck;

/** Backups of a store that runs: what they have, and what is refused. */
@Timeout(120)
class BackupTest {

    @TempDir private Path folder;

    private final Random random = Seeds.random(BackupTest.class);
    private final MemoryPlace place = new MemoryPlace(random);

    private Path data() {
        return folder.resolve("data");
    }

    private Path restored() {
        return folder.resolve("restored");
    }

    /** A running store with a checkpoint and a log, backed up to the place. */
    private Set<String> backup() {
        Set<String> loaded = new TreeSet<>();
        try (CopiedStore store = CopiedStore.start(data(), 1)) {
            for (int i = 0; i < 20; i++) {
                if (i == 10) {
                    store.client.checkpoint();
                }
                store.load("s" + i);
                loaded.add("s" + i);
            }
            CopySummary summary = Backups.backup(data(), place, 1_000);
            assertThat(summary.made().toEpochMilli()).isEqualTo(1_000);
            store.load("later");
        }
        return loaded;
    }

    private void restore() {
        Backups.restore(place, restored(), ReadProgress.NONE);
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.map(entry -> entry.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aBackupOfARunningStoreHasAllThatWasAcknowledged() throws IOException {
        Set<String> loaded = backup();
        assertThat(names(data())).noneMatch(name -> name.startsWith("copy.tmp"));
        restore();
        assertThat(DataCheck.of(restored(), ReadProgress.NONE).problems()).isEmpty();
        try (CopiedStore store = CopiedStore.start(restored(), 4)) {
            assertThat(store.loaded()).isEqualTo(loaded);
            assertThat(store.client.check().violations()).isEmpty();
            assertThat(store.server.restored().number()).isEqualTo(1);
            store.load("more");
        }
        try (CopiedStore store = CopiedStore.start(restored(), 1)) {
            assertThat(store.loaded()).contains("more").hasSize(loaded.size() + 1);
        }
    }

    @Test
    void aDirectoryIsAPlaceToo() throws IOException {
        Path directory = Files.createDirectory(folder.resolve("place"));
        try (CopiedStore store = CopiedStore.start(data(), 1)) {
            store.load("a");
            try (Place files = PlaceUri.parse(directory.toUri().toString()).open(S3Options.NONE)) {
                Backups.backup(data(), files, 0);
                Backups.restore(files, restored(), ReadProgress.NONE);
                assertFails(
                        Category.USER,
                        "the place of a backup must be empty",
                        () -> Backups.backup(data(), files, 0));
            }
        }
        try (CopiedStore store = CopiedStore.start(restored(), 1)) {
            assertThat(store.loaded()).containsExactly("a");
        }
        Place missing = PlaceUri.parse("file:" + folder.resolve("none")).open(S3Options.NONE);
        assertFails(Category.RETRIABLE, "no such file", () -> Backups.backup(data(), missing, 0));
    }

    @Test
    void onlyAnEmptyDirectoryIsFilled() throws IOException {
        backup();
        assertFails(
                Category.USER,
                "the data directory is not empty",
                () -> Backups.restore(place, data(), ReadProgress.NONE));
        Files.createDirectory(restored());
        Files.writeString(restored().resolve("mine"), "text");
        assertFails(Category.USER, "has=mine", this::restore);
        assertThat(names(restored())).contains("mine");
        assertFails(
                Category.USER,
                "the place has no copy",
                () ->
                        Backups.restore(
                                new MemoryPlace(random),
                                folder.resolve("other"),
                                ReadProgress.NONE));
        assertThat(folder.resolve("other")).doesNotExist();
    }

    /** One byte of one object after the other, and one object after the other missing. */
    @Test
    void damageIsFoundBeforeAStoreStarts() throws IOException {
        backup();
        for (String name : place.objects().keySet()) {
            byte[] whole = place.objects().get(name);
            byte[] bad = whole.clone();
            bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            place.replace(name, bad);
            assertFails(Category.FATAL, "damaged", this::restore);
            place.replace(name, Arrays.copyOf(whole, whole.length - 1));
            boolean isManifest = ObjectNames.isManifest(name);
            assertFails(
                    isManifest ? Category.FATAL : Category.RETRIABLE,
                    isManifest ? "damaged" : "too short",
                    this::restore);
            place.replace(name, Arrays.copyOf(whole, whole.length + 1));
            if (isManifest) {
                assertFails(Category.FATAL, "damaged", this::restore);
            }
            place.remove(name);
            assertFails(
                    isManifest ? Category.USER : Category.RETRIABLE,
                    isManifest ? "has no copy" : "no such file",
                    this::restore);
            place.replace(name, whole);
            if (Files.exists(restored())) {
                assertThat(names(restored())).as(name).containsOnly("lock");
            }
        }
        restore();
    }

    @Test
    void aRestoreThatDidNotEndIsRunAgain() throws IOException {
        backup();
        restore();
        Files.createDirectory(restored().resolve("restore.tmp")); // as if it had been killed
        assertFails(
                Category.USER,
                "a restore into the data directory has not ended",
                () -> DataDirectory.open(restored(), 2));
        restore();
        try (CopiedStore store = CopiedStore.start(restored(), 1)) {
            assertThat(store.loaded()).isNotEmpty();
            assertFails(Category.USER, "a store uses the data directory", this::restore);
        }
    }

    /** What a manifest says is not trusted: nothing is written outside of the directory. */
    @Test
    void aManifestLeadsNowhereElse() {
        backup();
        String name = place.objects().lastKey();
        assertThat(ObjectNames.isManifest(name)).isTrue();
        String text = new String(place.objects().get(name), StandardCharsets.UTF_8);
        for (String path : List.of("../x", "/etc/x", "a/../../x", "a//b", "", ".x", "a/b/c/d")) {
            place.replace(name, checked(text.replace("file=start ", "file=" + path + " ")));
            assertFails(Category.FATAL, "not a file of a data directory", this::restore);
        }
        place.replace(name, checked(text.replace("file=start ", "file=log-id ")));
        assertFails(Category.FATAL, "a file is there twice", this::restore);
        place.replace(name, checked(text.replace("format=1", "format=2")));
        assertFails(Category.USER, "the copy has another format", this::restore);
        place.replace(name, checked(text.replace("number=1\n", "number=2\n")));
        assertFails(Category.FATAL, "it is that of manifests/", this::restore);
        assertThat(restored()).doesNotExist();
    }

    /** Returns a manifest with the CRC that it should have. */
    private static byte[] checked(String text) {
        String body = text.substring(0, text.lastIndexOf("crc32c="));
        CRC32C crc = new CRC32C();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        String whole = body + String.format("crc32c=%08x%n", crc.getValue());
        return whole.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aStoreGoesOnWithNoBackup() {
        backup();
        assertFails(
                Category.USER,
                "the place has a backup",
                () -> new DurableCopy(place, restored()).begin(ReadProgress.NONE));
        assertFails(
                Category.USER,
                "not a data directory",
                () -> Backups.backup(folder, new MemoryPlace(random), 0));
    }
}
