package org.wukongs.ring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A new file of two rings, which a node has made and a client opens. Only its owner may read or
 * write it. It has a name until both have mapped it.
 */
public final class RingFile implements AutoCloseable {

    private static final int ZEROS_BYTES = 1 << 16;

    private final Path path;
    private final RingMemory memory;
    private final long nonceHigh;
    private final long nonceLow;

    private RingFile(Path path, RingMemory memory, long nonceHigh, long nonceLow) {
        this.path = path;
        this.memory = memory;
        this.nonceHigh = nonceHigh;
        this.nonceLow = nonceLow;
    }

    /**
     * Makes a file. All of its memory is taken at once: memory that is missing later would end a
     * process.
     *
     * @param id its name: 32 hexadecimal digits that nobody can guess
     * @throws UnsupportedOperationException if the file system has no POSIX permissions
     */
    public static RingFile create(
            Path directory, String id, int capacityBytes, long nonceHigh, long nonceLow)
            throws IOException {
        Path path = directory.toAbsolutePath().resolve(RingDescriptor.NAME_PREFIX + id);
        FileAttribute<?> permissions =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        Set<StandardOpenOption> options =
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        FileChannel file = FileChannel.open(path, options, permissions);
        boolean made = false;
        try {
            fill(file, RingDescriptor.fileBytes(capacityBytes));
            RingMemory memory = new RingMemory(file, capacityBytes, true);
            memory.enter();
            memory.set(RingDescriptor.CAPACITY_OFFSET, capacityBytes);
            memory.set(RingDescriptor.NONCE_OFFSET, nonceHigh);
            memory.set(RingDescriptor.NONCE_OFFSET + Long.BYTES, nonceLow);
            memory.set(RingDescriptor.MAGIC_OFFSET, RingDescriptor.MAGIC);
            memory.leave();
            made = true;
            return new RingFile(path, memory, nonceHigh, nonceLow);
        } finally {
            if (!made) {
                file.close();
                Files.deleteIfExists(path);
            }
        }
    }

    private static void fill(FileChannel file, int bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocateDirect(Math.min(ZEROS_BYTES, bytes));
        for (long written = 0; written < bytes; ) {
            zeros.clear().limit((int) Math.min(zeros.capacity(), bytes - written));
            written += file.write(zeros);
        }
    }

    /**
     * Opens a file of which a node has told. The node is not trusted either: nothing is opened but
     * a regular file of such a name and length.
     */
    public static RingFile open(String name, int capacityBytes) throws IOException {
        Path path = checked(name, capacityBytes);
        try (FileChannel file =
                FileChannel.open(
                        path,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS)) {
            if (file.size() != RingDescriptor.fileBytes(capacityBytes)) {
                throw new RingException("its file has another length");
            }
            RingMemory memory = new RingMemory(file, capacityBytes, false);
            memory.enter();
            long magic = memory.get(RingDescriptor.MAGIC_OFFSET);
            long capacity = memory.get(RingDescriptor.CAPACITY_OFFSET);
            long nonceHigh = memory.get(RingDescriptor.NONCE_OFFSET);
            long nonceLow = memory.get(RingDescriptor.NONCE_OFFSET + Long.BYTES);
            memory.leave();
            if (magic != RingDescriptor.MAGIC || capacity != capacityBytes) {
                memory.close();
                throw new RingException("its file is not one of rings");
            }
            return new RingFile(path, memory, nonceHigh, nonceLow);
        }
    }

    private static Path checked(String name, int capacityBytes) throws IOException {
        Path path;
        try {
            path = Path.of(name);
        } catch (InvalidPathException e) {
            throw new RingException("its file has a name that cannot be");
        }
        boolean named =
                path.isAbsolute()
                        && path.getFileName() != null
                        && path.getFileName().toString().matches(RingDescriptor.NAME_PATTERN);
        if (!named || !RingDescriptor.isCapacity(capacityBytes)) {
            throw new RingException("its file has a name or a capacity that cannot be");
        }
        BasicFileAttributes attributes =
                Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw new RingException("its file is not a regular one");
        }
        return path;
    }

    public Path path() {
        return path;
    }

    RingMemory memory() {
        return memory;
    }

    /** With the other half, what only somebody knows who sees the file. */
    public long nonceHigh() {
        return nonceHigh;
    }

    /** The other half. */
    public long nonceLow() {
        return nonceLow;
    }

    /** Takes its name: nobody else can open it from now on. */
    public void unlink() throws IOException {
        Files.deleteIfExists(path);
    }

    /** Returns the memory that the file takes. */
    public int bytes() {
        return RingDescriptor.fileBytes(memory.capacityBytes());
    }

    /**
     * Gives up the memory, when nobody uses it any longer; the file keeps its name if it has one.
     */
    @Override
    public void close() {
        memory.close();
    }
}
