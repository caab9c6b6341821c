package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.store.fabric.RemoteReadException;
import org.wukongs.store.view.Expansion;

/** Folders, rights and heads of shared memory, and when what is read there counts. */
class SharedMemoryTest {

    private static final long BYTES = 4 << 20;

    @TempDir private Path folder;

    private SharedMemoryOptions options(int node) {
        return new SharedMemoryOptions(folder, "a/b c", node);
    }

    private List<Path> folders() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }

    @Test
    void onlyItsOwnerMayReadItAndItGoesWithIt() throws IOException {
        SharedMemory shared = SharedMemory.create(options(1), BYTES);
        Path file = shared.file();
        try (GraphMemory memory = new GraphMemory(InsertThreads.ONE, shared)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(
                            PosixFilePermissions.toString(
                                    Files.getPosixFilePermissions(file.getParent())))
                    .isEqualTo("rwx------");
            assertThat(memory.budgetBytes()).isEqualTo(BYTES);
            // Another memory of the node, in use in this process, stays.
            SharedMemory.create(options(1), BYTES).close();
            assertThat(folders()).containsExactly(file.getParent());
        }
        assertThat(folders()).isEmpty();
    }

    @Test
    void aFolderThatNobodyHasLockedIsDeleted() throws IOException {
        try (SharedMemory shared = SharedMemory.create(options(1), BYTES)) {
            String own = shared.file().getParent().getFileName().toString();
            String left = own.substring(0, own.length() - 16) + "0123456789abcdef";
            String ofOther = left.replace("-1-", "-11-");
            for (String name : List.of(left, ofOther)) {
                Files.createDirectory(folder.resolve(name));
                Files.createFile(folder.resolve(name).resolve("lock"));
                Files.createFile(folder.resolve(name).resolve("memory"));
            }
            SharedMemory.create(options(1), BYTES).close();
            assertThat(folders())
                    .containsExactlyInAnyOrder(shared.file().getParent(), folder.resolve(ofOther));
        }
    }

    /** Anybody may write to /dev/shm: what looks like a left folder may lead elsewhere. */
    @Test
    void aLinkIsNotALeftFolder() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createFile(elsewhere.resolve("lock"));
        Files.createFile(elsewhere.resolve("memory"));
        Path link = folder.resolve("wukongs-a_b_c-1-0123456789abcdef");
        Files.createSymbolicLink(link, elsewhere);
        Path withLink = Files.createDirectory(folder.resolve("wukongs-a_b_c-1-0123456789abcdee"));
        Files.createSymbolicLink(withLink.resolve("lock"), elsewhere.resolve("lock"));
        SharedMemory.create(options(1), BYTES).close();
        assertThat(link).isSymbolicLink();
        assertThat(withLink).exists();
        assertThat(elsewhere.resolve("lock")).exists();
        assertThat(elsewhere.resolve("memory")).exists();
    }

    @Test
    void aDirectoryWithoutRoomIsRefused() {
        assertThatThrownBy(() -> SharedMemory.create(options(1), 1L << 55))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("less room");
        SharedMemoryOptions nowhere = new SharedMemoryOptions(folder.resolve("missing"), "c", 1);
        assertThatThrownBy(() -> SharedMemory.create(nowhere, BYTES))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining("cannot be made");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whatIsNotWhatWasOfferedIsNotRead() throws IOException {
        SharedMemory shared = SharedMemory.create(options(1), BYTES);
        try (GraphMemory memory = new GraphMemory(InsertThreads.ONE, shared)) {
            SharedMemoryOffer offer = shared.offer(0);
            SharedMemoryOffer older =
                    new SharedMemoryOffer(offer.file(), offer.generation() + 2, 0, offer.ticket());
            assertRefused(older, folder, "generation");
            assertRefused(offer, folder.resolve("other"), "not in the directory");
            Path copy = Files.createDirectory(folder.resolve("copy")).resolve("memory");
            SharedMemoryOffer copied =
                    new SharedMemoryOffer(copy, offer.generation(), 0, offer.ticket());
            assertRefused(copied, folder, "not in the directory");
            Files.createSymbolicLink(copy, offer.file());
            assertRefused(copied, folder, "not in the directory");
            Path link = Files.createSymbolicLink(folder.resolve("link"), offer.file().getParent());
            SharedMemoryOffer linked =
                    new SharedMemoryOffer(
                            link.resolve("memory"), offer.generation(), 0, offer.ticket());
            assertRefused(linked, folder, "not in the directory");
            Files.delete(copy);
            Files.write(copy, new byte[1000]);
            assertRefused(copied, folder, "no shared memory");
            Files.write(copy, new byte[SharedMemoryDescriptor.HEAD_BYTES + 8192]);
            assertRefused(copied, folder, "magic");
            assertThat(memory.budgetBytes()).isEqualTo(BYTES);
        }
        SharedMemoryOffer gone = new SharedMemoryOffer(shared.file(), 1, 0, 0);
        assertRefused(gone, folder, "not in the directory");
    }

    private static void assertRefused(SharedMemoryOffer offer, Path directory, String reason) {
        assertThatThrownBy(() -> OneSidedMemory.open(offer, directory))
                .isInstanceOf(WukongsException.class)
                .hasMessageContaining(reason);
    }

    /** Who changes the layout changes this, and the version. */
    @Test
    void goldenHead() throws IOException {
        assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN);
        SharedMemory shared = SharedMemory.create(options(1), BYTES);
        try (GraphMemory memory = new GraphMemory(InsertThreads.ONE, shared)) {
            TripleBuffer triples = new TripleBuffer();
            triples.append(TripleModel.vid(1), 7, TripleModel.vid(2));
            triples.append(TripleModel.vid(1), 9, TripleModel.vid(2));
            memory.newGraph("g").insert(triples);
            shared.revoke(3);
            memory.epochs().allowSnapshotsFrom(1);
            ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(shared.file()));
            file.order(ByteOrder.LITTLE_ENDIAN);
            assertThat(file.capacity()).isEqualTo(4_145_152 + BYTES);
            assertThat(new String(file.array(), 0, 8, StandardCharsets.US_ASCII))
                    .isEqualTo("WKSHARED");
            assertThat(file.getLong(8)).isEqualTo(2);
            assertThat(file.getLong(16)).isEqualTo(4_145_152);
            assertThat(file.getLong(24)).isEqualTo(BYTES);
            assertThat(file.getLong(32)).isEqualTo(shared.offer(0).generation());
            assertThat(file.getLong(40)).isEqualTo(1);
            assertThat(file.getLong(48)).isEqualTo(1);
            assertThat(file.getLong(56)).isEqualTo(64);
            assertThat(file.getLong(64)).isEqualTo(1);
            assertThat(file.getLong(128 + 3 * 8)).isEqualTo(1);
            assertThat(file.getInt(13_296)).isEqualTo(2);
            assertThat(file.getInt(13_296 + 4)).isEqualTo(7);
            assertThat(file.getInt(13_296 + 8)).isEqualTo(9);
            assertThat(file.getLong(4_145_152 + 64 + 40)).isEqualTo(1); // the graph's birth
        }
    }

    /** A list of graphs that does not end ends the read before its names fill this process. */
    @Test
    void graphsThatDoNotEndAreAnError() throws IOException {
        SharedMemory shared = SharedMemory.create(options(1), BYTES);
        try (GraphMemory memory = new GraphMemory(InsertThreads.ONE, shared);
                OneSidedMemory mapped = OneSidedMemory.open(shared.offer(0), folder)) {
            memory.newGraph("n".repeat(1000));
            long head = memory.newGraph("m".repeat(1000)).head();
            memory.region().putLong(head + GraphDescriptor.OLDER_OFFSET, head);
            assertThat(mapped.enter()).isTrue();
            assertThatThrownBy(() -> mapped.graph("g", 0))
                    .isInstanceOf(RemoteReadException.class)
                    .hasMessageContaining("bytes of all names");
            memory.region().putLong(head + GraphDescriptor.OLDER_OFFSET, 0);
            mapped.leave();
        }
    }

    private static void generation(SharedMemory shared, long generation) throws IOException {
        try (FileChannel file = FileChannel.open(shared.file(), StandardOpenOption.WRITE)) {
            ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
            file.write(word.putLong(0, generation), SharedMemoryDescriptor.GENERATION_OFFSET);
        }
    }

    /** A reader learns that its hold was revoked, that it shall give up, and that all has ended. */
    @Test
    void whatIsNoLongerHeldDoesNotCount() throws IOException {
        SharedMemory shared = SharedMemory.create(options(1), BYTES);
        OneSidedMemory first;
        try (GraphMemory memory = new GraphMemory(InsertThreads.ONE, shared)) {
            StoredGraph graph = memory.newGraph("g");
            TripleBuffer triples = new TripleBuffer();
            triples.append(TripleModel.vid(1), 1, TripleModel.vid(2));
            graph.insert(triples);
            first = OneSidedMemory.open(shared.offer(2), folder);
            assertThat(first.enter()).isTrue();
            assertThat(first.counts(1)).isTrue();
            shared.revoke(3);
            assertThat(first.counts(1)).isTrue();
            shared.revoke(2);
            assertThat(first.counts(1)).isFalse();
            first.leave();
            first.close();
            assertThat(first.enter()).isFalse();
            OneSidedMemory second = OneSidedMemory.open(shared.offer(2), folder);
            assertThat(second.enter()).isTrue();
            assertThat(second.counts(1)).isTrue();
            memory.beginSnapshot(5);
            memory.publishSnapshot();
            memory.epochs().allowSnapshotsFrom(5);
            assertThat(second.counts(1)).isFalse();
            assertThat(second.counts(5)).isTrue();
            generation(shared, 7);
            assertThat(second.counts(5)).as("of another process's memory").isFalse();
            generation(shared, shared.offer(2).generation());
            assertThat(second.counts(5)).isTrue();
            second.leave();
            first = second;
            assertThat(first.enter()).isTrue();
        }
        // The owner has ended; what is mapped stays, and does not count.
        assertThat(first.counts(5)).isFalse();
        Expansion found = new Expansion();
        first.graph("g", 5).expand(new long[] {TripleModel.vid(1)}, 1, Keys.OUT, found);
        assertThat(found.ids()[0]).isEqualTo(TripleModel.vid(2));
        found.clear();
        first.graph("h", 5).expand(new long[] {TripleModel.vid(1)}, 1, Keys.OUT, found);
        assertThat(found.size()).isZero();
        first.close();
        assertThat(first.enter()).isFalse();
        first.leave(); // unmapped here
    }
}
