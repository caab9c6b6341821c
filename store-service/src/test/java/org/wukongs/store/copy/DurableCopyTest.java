package org.wukongs.store.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wukongs.naive.Failures.assertFails;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.StoreStatus.CopyStatus;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;
import org.wukongs.store.checkpoint.ReadProgress;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;
import org.wukongs.stream.WriterOrigin;

/** A store whose data is copied while it runs. */
@Timeout(120)
class DurableCopyTest {

    private static final long SOON_MS = 20;

    @TempDir private Path folder;

    private final Random random = Seeds.random(DurableCopyTest.class);
    private final MemoryPlace place = new MemoryPlace(random);

    private Path data(String name) {
        return folder.resolve(name);
    }

    private CopiedStore start(String name) {
        return CopiedStore.start(data(name), place, SOON_MS, false);
    }

    @Test
    void aStoreGoesOnOnAnEmptyMachine() {
        try (CopiedStore store = start("a")) {
            store.load("1");
            store.client.checkpoint();
            store.load("2");
            store.awaitCopy();
            place.setGone(true);
            store.load("lost");
        }
        place.setGone(false);
        try (CopiedStore store = start("b")) {
            assertThat(store.loaded()).containsExactly("1", "2");
            store.load("3");
        }
        try (CopiedStore store = start("c")) {
            assertThat(store.loaded()).as("the end was copied").containsExactly("1", "2", "3");
        }
    }

    @Test
    void theStoreThatWasReplacedEnds() {
        try (CopiedStore old = start("a")) {
            old.load("1");
            old.awaitCopy();
            try (CopiedStore next = start("b")) {
                assertThat(next.loaded()).containsExactly("1");
                old.load("more"); // something to copy
                assertThatThrownBy(old.server::awaitEnd)
                        .hasMessageContaining("another store goes on from the copy of this one");
                next.load("2");
                next.awaitCopy();
            }
        }
        assertFails(
                Category.USER, "the place has the copy of another store", () -> start("a").close());
        try (CopiedStore store = start("b")) {
            assertThat(store.loaded()).as("its own").containsExactly("1", "2");
        }
    }

    private static StreamDefinition stream() {
        return new StreamDefinition("s", 100, "http://g/s", Set.of());
    }

    @Test
    void dataOfAnotherStoreIsRefusedByName() {
        try (CopiedStore store = start("a")) {
            store.load("1");
            store.awaitCopy();
        }
        try (CopiedStore store = CopiedStore.start(data("b"), 1)) {
            store.load("2");
        }
        assertFails(
                Category.USER, "the place has the copy of another store", () -> start("b").close());
        assertThat(place.objects().keySet())
                .as("claims")
                .filteredOn(name -> name.startsWith(ObjectNames.CLAIMS))
                .hasSize(1);
    }

    @Test
    void aPlaceThatIsGoneHoldsNothingUp() {
        place.setGone(true);
        assertFails(
                Category.RETRIABLE,
                "the data directory is empty, and the copy cannot be read",
                () -> start("a").close());
        try (CopiedStore store = CopiedStore.start(data("a"), 1)) {
            store.load("1");
        }
        try (CopiedStore store = start("a")) {
            store.load("2");
            Waits.await(() -> store.server.copyFailure() != null);
            assertThat(store.server.copyFailure()).isEqualTo("the place is gone");
            CopyStatus status = store.client.status().copy();
            assertThat(status.failure()).isEqualTo("the place is gone");
            assertThat(status.position()).isEqualTo(-1);
            assertThat(status.place()).isEqualTo("memory:/");
            store.client.checkpoint();
            assertThat(store.loaded()).containsExactly("1", "2");
            place.setGone(false);
            store.awaitCopy();
            Waits.await(() -> store.server.copyFailure() == null);
            CopyStatus later = store.server.status(1000).copy();
            assertThat(later.failure()).isEmpty();
            assertThat(store.server.copyStatistics().failureCount()).isPositive();
            assertThat(store.server.copyStatistics().putBytes()).isPositive();
        }
        try (CopiedStore store = start("b")) {
            assertThat(store.loaded()).containsExactly("1", "2");
        }
    }

    @Test
    void aBarrierWaitsForTheCopyIfItIsToldTo() throws Exception {
        for (boolean waits : List.of(true, false)) {
            MemoryPlace silent = new MemoryPlace(random);
            Path directory = data("waits-" + waits);
            try (CopiedStore store =
                    CopiedStore.start(directory, silent, CopiedStore.HOUR_MS, waits)) {
                store.client.registerStream(stream());
                store.awaitCopyOnce();
                silent.setSilent(true);
                WriterId id = new WriterId("s", 0, 1, "job", 0);
                try (StreamWriter writer =
                        store.client.openWriter(id, WriterOrigin.restored(List.of()))) {
                    CompletableFuture<Void> flush = CompletableFuture.runAsync(writer::flush);
                    if (waits) {
                        store.load("1"); // others do not wait
                        assertThat(flush).isNotDone();
                        silent.setSilent(false);
                        flush.get();
                        assertThat(store.server.copyStatistics().count()).isEqualTo(2);
                    } else {
                        flush.get();
                        assertThat(store.server.copyStatistics().count()).isEqualTo(1);
                    }
                    silent.setSilent(false);
                }
            }
        }
    }

    /** Nothing stays at the place that the two newest manifests do not name. */
    @Test
    void thePlaceHasWhatItsManifestsName() throws IOException {
        try (CopiedStore store = start("a")) {
            for (int i = 0; i < 6; i++) {
                store.load("s" + i);
                store.awaitCopy();
                store.client.checkpoint();
            }
            store.load("last"); // so there is a copy that has it
            store.awaitCopy();
        }
        CopyManifest newest = CopyReader.newest(place);
        Set<String> named = new HashSet<>();
        for (String name : place.objects().keySet()) {
            if (ObjectNames.isManifest(name)) {
                named.add(name);
                CopyManifest manifest = CopyManifest.read(place, name);
                manifest.files().forEach(entry -> named.addAll(entry.parts()));
            }
        }
        named.add(ObjectNames.claim(newest.claim()));
        assertThat(place.objects().keySet()).isEqualTo(named);
        try (CopiedStore store = start("a")) {
            store.awaitCopyOnce();
        }
        Claim last = CopyReader.newest(place).claim();
        assertThat(last.epoch()).isEqualTo(newest.claim().epoch() + 1);
        assertThat(place.objects().keySet())
                .as("terms and graphs are there already")
                .filteredOn(name -> name.startsWith(ObjectNames.DATA + last))
                .isNotEmpty()
                .noneMatch(name -> name.contains("/terms") || name.contains("/graphs"));
    }

    /** What somebody else has deleted is copied again with the next start. */
    @Test
    void whatIsMissingIsCopiedAgain() throws IOException {
        try (CopiedStore store = start("a")) {
            store.load("1");
            store.client.checkpoint();
            store.load("2");
        }
        for (String name : place.objects().keySet()) {
            if (name.startsWith(ObjectNames.DATA) && random.nextBoolean()) {
                place.remove(name);
            }
        }
        try (CopiedStore store = start("a")) {
            store.awaitCopyOnce();
        }
        try (CopiedStore store = start("b")) {
            assertThat(store.loaded()).containsExactly("1", "2");
        }
    }

    /** A start by mistake does not end the store that uses the directory. */
    @Test
    void aDirectoryThatIsInUseClaimsNothing() {
        try (CopiedStore store = start("a")) {
            assertFails(
                    Category.USER,
                    "a store uses the data directory",
                    () -> new DurableCopy(place, data("a")).begin(ReadProgress.NONE));
            store.load("1");
            store.awaitCopy();
        }
    }

    @Test
    void linksOfAKilledProcessAreDeleted() throws IOException {
        try (CopiedStore store = start("a")) {
            store.load("1");
        }
        Path left = Files.createDirectory(data("a").resolve("copy.tmp-123"));
        Files.writeString(left.resolve("x"), "x");
        try (CopiedStore store = start("a")) {
            assertThat(left).doesNotExist();
            assertThat(store.loaded()).containsExactly("1");
        }
        assertFails(
                Category.RETRIABLE,
                "the data directory is empty",
                () -> {
                    place.setGone(true);
                    new DurableCopy(place, data("b")).begin(ReadProgress.NONE);
                });
    }
}
