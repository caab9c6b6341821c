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

/**
 * The memory of a node on the same host, mapped read-only from the file that {@link SharedMemory}
 * has made. Any thread that has entered it reads; it is unmapped when it was closed and the last
 * one has left.
 *
 * <p>The owner may be stopped or dead. It never makes the file shorter, so what is mapped stays. If
 * something else does, a read ends with an {@link InternalError}, perhaps some calls later.
 */
final class MappedMemory implements RemoteMemory, AutoCloseable {

    private static final int CLOSED = 1 << 30; // more than there are threads

    /** Up to so many words, a loop beats the fixed cost of a bulk copy. */
    private static final int COPY_BY_LOOP_MAX = 24;

    private static final long LONGS_OFFSET = UnsafeAccess.UNSAFE.arrayBaseOffset(long[].class);

    private final SharedMemoryOffer offer;
    private final FileMapping mapping;
    private final long head; // address
    private final long base; // address of the region
    private final long sizeBytes;
    private final long lastWord; // offset
    private final AtomicInteger users = new AtomicInteger(); // plus CLOSED

    private MappedMemory(SharedMemoryOffer offer, FileMapping mapping, long sizeBytes) {
        this.offer = offer;
        this.mapping = mapping;
        this.head = mapping.address();
        this.base = head + SharedMemoryDescriptor.HEAD_BYTES;
        this.sizeBytes = sizeBytes;
        this.lastWord = sizeBytes - Long.BYTES;
    }

    /**
     * Maps the memory that a node offers.
     *
     * @param directory where nodes of this host share memory; no other file is opened
     * @throws WukongsException USER with the reason if it cannot be read here
     */
    static MappedMemory open(SharedMemoryOffer offer, Path directory) {
        Path file = offer.file();
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
            MappedMemory memory = new MappedMemory(offer, mapping, regionBytes);
            boolean valid = false;
            try {
                memory.checkHead();
                valid = true;
                return memory;
            } finally {
                if (!valid) {
                    memory.close();
                }
            }
        } catch (IOException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "shared memory cannot be opened: path=" + file + " reason=" + IoReason.of(e),
                    e);
        }
    }

    private void checkHead() {
        long state = headWord(SharedMemoryDescriptor.STATE_OFFSET);
        UnsafeAccess.UNSAFE.loadFence();
        expect("magic", SharedMemoryDescriptor.MAGIC_OFFSET, SharedMemoryDescriptor.MAGIC);
        expect("version", SharedMemoryDescriptor.VERSION_OFFSET, SharedMemoryDescriptor.VERSION);
        expect(
                "headBytes",
                SharedMemoryDescriptor.HEAD_BYTES_OFFSET,
                SharedMemoryDescriptor.HEAD_BYTES);
        expect("regionBytes", SharedMemoryDescriptor.REGION_BYTES_OFFSET, sizeBytes);
        expect("generation", SharedMemoryDescriptor.GENERATION_OFFSET, offer.generation());
        if (state != SharedMemoryDescriptor.STATE_OPEN) {
            throw WukongsException.user("shared memory is not open: state=" + state);
        }
    }

    private void expect(String what, int at, long expected) {
        long found = headWord(at);
        if (found != expected) {
            throw WukongsException.user(
                    "shared memory is not what was offered: "
                            + what
                            + "="
                            + expected
                            + " found="
                            + found);
        }
    }

    /** Begins to read; returns false if the memory is closed. */
    boolean enter() {
        int count = users.get();
        while (count < CLOSED && !users.compareAndSet(count, count + 1)) {
            count = users.get();
        }
        return count < CLOSED;
    }

    /** Ends reading: to be called once after {@link #enter} has returned true. */
    void leave() {
        if (users.decrementAndGet() == CLOSED) {
            mapping.unmap().run();
        }
    }

    /** Ends the memory for readers that enter from now on. May be called again. */
    @Override
    public void close() {
        int before = users.getAndUpdate(count -> count < CLOSED ? count + CLOSED : count);
        if (before == 0) {
            mapping.unmap().run();
        }
    }

    /**
     * Returns whether what was read so far counts for a snapshot that the owner was asked to hold:
     * it holds it still, and has not told readers of it to give up.
     */
    boolean counts(long sn) {
        UnsafeAccess.UNSAFE.loadFence();
        return headWord(SharedMemoryDescriptor.ticket(offer.place())) == offer.ticket()
                && headWord(SharedMemoryDescriptor.OLDEST_ALLOWED_OFFSET) <= sn
                && headWord(SharedMemoryDescriptor.GENERATION_OFFSET) == offer.generation()
                && headWord(SharedMemoryDescriptor.STATE_OFFSET)
                        == SharedMemoryDescriptor.STATE_OPEN;
    }

    @Override
    public long sizeBytes() {
        return sizeBytes;
    }

    @Override
    public long headWord(int at) {
        assert at >= 0 && at <= SharedMemoryDescriptor.HEAD_BYTES - Long.BYTES;
        return UnsafeAccess.UNSAFE.getLongVolatile(null, head + at);
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
        long bytes = (long) count * Long.BYTES;
        if (offset < 0 || count < 0 || offset > sizeBytes - bytes || (offset & 7) != 0) {
            throw new RemoteReadException("offset of some words", offset);
        }
        if (at < 0 || count > into.length - at) {
            throw new IndexOutOfBoundsException("at=" + at + " count=" + count);
        }
        if (count <= COPY_BY_LOOP_MAX) {
            for (int i = 0; i < count; i++) {
                into[at + i] = UnsafeAccess.UNSAFE.getLong(base + offset + ((long) i << 3));
            }
        } else {
            UnsafeAccess.UNSAFE.copyMemory(
                    null, base + offset, into, LONGS_OFFSET + (long) at * Long.BYTES, bytes);
        }
    }
}
