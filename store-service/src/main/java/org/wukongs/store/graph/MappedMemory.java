package org.wukongs.store.graph;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.UnsafeAccess;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.store.fabric.RemoteMemory;
import org.wukongs.store.fabric.RemoteReadException;

/**
 * The memory of a node on the same host, mapped read-only from the file that {@link SharedMemory}
 * has made. Any thread that has entered it reads; it is unmapped when it was closed and the last
 * one has left.
 *
 * <p>The owner may be stopped or dead. It never makes the file shorter, so what is mapped stays. If
 * something else does, a read ends with an {@link InternalError}, perhaps some calls later.
 */
final class MappedMemory implements RemoteMemory {

    private static final int CLOSED = 1 << 30; // more than there are threads

    /** Up to so many words, a loop beats the fixed cost of a bulk copy. */
    private static final int COPY_BY_LOOP_MAX = 24;

    /** A miss of the caches, which is what depends on another one, takes as long as a few lines. */
    private static final int ROUND_WORDS = 32;

    private static final long LONGS_OFFSET = UnsafeAccess.UNSAFE.arrayBaseOffset(long[].class);

    private final FileMapping mapping;
    private final long head; // address
    private final long base; // address of the region
    private final long sizeBytes;
    private final long lastWord; // offset
    private final AtomicInteger users = new AtomicInteger(); // plus CLOSED

    private MappedMemory(FileMapping mapping, long sizeBytes) {
        this.mapping = mapping;
        this.head = mapping.address();
        this.base = head + SharedMemoryDescriptor.HEAD_BYTES;
        this.sizeBytes = sizeBytes;
        this.lastWord = sizeBytes - Long.BYTES;
    }

    /**
     * Maps the file that a node offers.
     *
     * @param directory where nodes of this host share memory; no other file is opened
     * @throws WukongsException USER with the reason if it cannot be read here
     */
    static MappedMemory open(Path file, Path directory) {
        boolean isThere =
                file.getNameCount() >= 2
                        && file.equals(file.normalize())
                        && directory
                                .toAbsolutePath()
                                .normalize()
                                .equals(file.getParent().getParent())
                        && file.getFileName().toString().equals(SharedMemory.MEMORY_FILE);
        if (!isThere
                || !Files.isDirectory(file.getParent(), LinkOption.NOFOLLOW_LINKS)
                || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw WukongsException.user(
                    "its shared memory is not in the directory of this node, it may be on another"
                            + " host: path="
                            + file
                            + " directory="
                            + directory);
        }
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
            long bytes = channel.size();
            long regionBytes = bytes - SharedMemoryDescriptor.HEAD_BYTES;
            if (regionBytes < GraphMemory.BUDGET_BYTES_MIN
                    || regionBytes % SizeClasses.GRANULE_BYTES != 0) {
                throw WukongsException.user("a file is no shared memory: bytes=" + bytes);
            }
            FileMapping mapping = FileMapping.of(channel, false, bytes);
            return new MappedMemory(mapping, regionBytes);
        } catch (IOException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "shared memory cannot be opened: path=" + file + " reason=" + IoReason.of(e),
                    e);
        }
    }

    @Override
    public boolean enter() {
        int count = users.get();
        while (count < CLOSED && !users.compareAndSet(count, count + 1)) {
            count = users.get();
        }
        return count < CLOSED;
    }

    @Override
    public boolean isClosed() {
        return users.get() >= CLOSED;
    }

    @Override
    public void leave() {
        if (users.decrementAndGet() == CLOSED) {
            mapping.unmap().run();
        }
    }

    @Override
    public void close() {
        int before = users.getAndUpdate(count -> count < CLOSED ? count + CLOSED : count);
        if (before == 0) {
            mapping.unmap().run();
        }
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public int roundWords() {
        return ROUND_WORDS;
    }

    @Override
    public void headWords(int[] at, int count, long[] into) {
        UnsafeAccess.UNSAFE.loadFence(); // what was read before is loaded before
        for (int i = 0; i < count; i++) {
            RemoteReadException.checkWords(at[i], 1, SharedMemoryDescriptor.HEAD_BYTES);
            into[i] = UnsafeAccess.UNSAFE.getLongVolatile(null, head + at[i]);
        }
    }

    @Override
    public void words(long[] offsets, int count, long[] into) {
        for (int i = 0; i < count; i++) {
            long offset = offsets[i];
            if ((offset | lastWord - offset) < 0 || (offset & Long.BYTES - 1) != 0) {
                throw new RemoteReadException("offset of a word", offset);
            }
            into[i] = UnsafeAccess.UNSAFE.getLong(base + offset);
        }
        UnsafeAccess.UNSAFE.loadFence();
    }

    @Override
    public void ranges(long[] offsets, int[] counts, int[] places, int rangeCount, long[] into) {
        for (int i = 0; i < rangeCount; i++) {
            copy(offsets[i], counts[i], into, places[i]);
        }
        UnsafeAccess.UNSAFE.loadFence();
    }

    @Override
    public void range(long offset, int count, long[] into, int at) {
        copy(offset, count, into, at);
        UnsafeAccess.UNSAFE.loadFence();
    }

    private void copy(long offset, int count, long[] into, int at) {
        RemoteReadException.checkWords(offset, count, sizeBytes);
        if (at < 0 || count > into.length - at) {
            throw new IndexOutOfBoundsException("at=" + at + " count=" + count);
        }
        if (count <= COPY_BY_LOOP_MAX) {
            for (int i = 0; i < count; i++) {
                into[at + i] = UnsafeAccess.UNSAFE.getLong(base + offset + ((long) i << 3));
            }
        } else {
            UnsafeAccess.UNSAFE.copyMemory(
                    null,
                    base + offset,
                    into,
                    LONGS_OFFSET + (long) at * Long.BYTES,
                    (long) count * Long.BYTES);
        }
    }
}
