package org.wukongs.store.graph;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.UnsafeAccess;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.store.fabric.Fabric;
import org.wukongs.store.fabric.RegionKey;

/**
 * The memory of a node's stored graphs as a file that other processes of the host map and read
 * ({@link SharedMemoryDescriptor}). It has a folder of its own, which is deleted when it is closed,
 * or, if the process was killed, when the next process of the same node starts.
 *
 * <p>The lock on a second file tells a folder that is in use from one that was left. Nobody but the
 * owner opens that file while it is locked: a process loses its lock on a file with any channel of
 * that file that it closes.
 */
public final class SharedMemory implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SharedMemory.class);

    /** Bytes of a memory before its region. */
    public static final int HEAD_BYTES = SharedMemoryDescriptor.HEAD_BYTES;

    static final String MEMORY_FILE = "memory";
    private static final String LOCK_FILE = "lock";

    /** Longer names of clusters are cut: names of files have at most 255 bytes. */
    private static final int CLUSTER_CHARS_MAX = 100;

    private static final Set<PosixFilePermission> OF_FOLDER =
            PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OF_FILE =
            PosixFilePermissions.fromString("rw-------");

    /** Folders of this process that are in use. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel lockFile;
    private final long generation;
    private final long head; // address
    private final MemoryRegion region;
    private boolean closed; // guarded by this

    private SharedMemory(Path folder, FileChannel lockFile, long generation, long regionBytes)
            throws IOException {
        this.folder = folder;
        this.lockFile = lockFile;
        this.generation = generation;
        long bytes = SharedMemoryDescriptor.HEAD_BYTES + regionBytes;
        try (FileChannel file = newFile(folder.resolve(MEMORY_FILE))) {
            file.write(ByteBuffer.allocate(1), bytes - 1);
            FileMapping mapping = FileMapping.of(file, true, bytes);
            head = mapping.address();
            region =
                    new MemoryRegion(
                            head + SharedMemoryDescriptor.HEAD_BYTES, regionBytes, mapping.unmap());
        }
        put(SharedMemoryDescriptor.MAGIC_OFFSET, SharedMemoryDescriptor.MAGIC);
        put(SharedMemoryDescriptor.VERSION_OFFSET, SharedMemoryDescriptor.VERSION);
        put(SharedMemoryDescriptor.HEAD_BYTES_OFFSET, SharedMemoryDescriptor.HEAD_BYTES);
        put(SharedMemoryDescriptor.REGION_BYTES_OFFSET, regionBytes);
        put(SharedMemoryDescriptor.GENERATION_OFFSET, generation);
        put(SharedMemoryDescriptor.STATE_OFFSET, SharedMemoryDescriptor.STATE_OPEN);
    }

    /**
     * Makes a memory, and deletes what earlier processes of the same node have left.
     *
     * @param regionBytes memory of all graphs, rounded down to a multiple of 8
     * @throws WukongsException USER if the directory cannot be used, or has less room
     */
    public static SharedMemory create(SharedMemoryOptions options, long regionBytes) {
        long rounded = regionBytes & -SizeClasses.GRANULE_BYTES;
        long generation = new SecureRandom().nextLong() | 1;
        Path directory = options.directory().toAbsolutePath().normalize();
        String prefix = "wukongs-" + fileName(options.cluster()) + "-" + options.node() + "-";
        Path folder = directory.resolve(prefix + String.format(Locale.ROOT, "%016x", generation));
        try {
            return create(folder, prefix, generation, rounded);
        } catch (IOException | UnsupportedOperationException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "shared memory cannot be made: path=" + folder + " reason=" + reason(e),
                    e);
        }
    }

    private static String reason(Exception e) {
        return e instanceof IOException io ? IoReason.of(io) : "no POSIX permissions";
    }

    private static SharedMemory create(Path folder, String prefix, long generation, long bytes)
            throws IOException {
        OWN.add(folder);
        FileChannel lockFile = null;
        boolean made = false;
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OF_FOLDER));
            lockFile = newFile(folder.resolve(LOCK_FILE));
            if (lockFile.tryLock() == null) {
                throw new IOException("another process has locked it");
            }
            deleteLeft(folder, prefix);
            checkRoom(folder.getParent(), bytes);
            SharedMemory memory = new SharedMemory(folder, lockFile, generation, bytes);
            made = true;
            return memory;
        } finally {
            if (!made) {
                delete(folder);
                close(lockFile);
                OWN.remove(folder);
            }
        }
    }

    private static void checkRoom(Path directory, long regionBytes) throws IOException {
        long room = Files.getFileStore(directory).getUsableSpace();
        if (room < SharedMemoryDescriptor.HEAD_BYTES + regionBytes) {
            throw WukongsException.user(
                    "the directory of shared memory has less room than stored graphs may take: path="
                            + directory
                            + " usableBytes="
                            + room
                            + " storeMemoryBytes="
                            + regionBytes);
        }
    }

    private static FileChannel newFile(Path path) throws IOException {
        FileAttribute<?> permissions = PosixFilePermissions.asFileAttribute(OF_FILE);
        return FileChannel.open(
                path,
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE),
                permissions);
    }

    /** Returns a cluster's name as part of the name of a file. */
    private static String fileName(String cluster) {
        String plain = cluster.replaceAll("[^A-Za-z0-9_.]", "_");
        return plain.substring(0, Math.min(plain.length(), CLUSTER_CHARS_MAX));
    }

    /**
     * Deletes folders of the same node that no process has locked. Anybody may write to the
     * directory: what others have put there under such a name is not opened.
     *
     * @param own a new folder, which tells who this is
     */
    private static void deleteLeft(Path own, String prefix) throws IOException {
        UserPrincipal owner = Files.getOwner(own);
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(own.getParent())) {
            for (Path folder : folders) {
                String name = folder.getFileName().toString();
                boolean isOfNode =
                        name.startsWith(prefix)
                                && name.substring(prefix.length()).matches("[0-9a-f]{16}");
                if (isOfNode && !OWN.contains(folder) && isLeft(folder, owner)) {
                    delete(folder);
                    LOG.info("deleted shared memory that a process has left: path={}", folder);
                }
            }
        }
    }

    private static boolean isLeft(Path folder, UserPrincipal owner) {
        try {
            return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && owner.equals(Files.getOwner(folder, LinkOption.NOFOLLOW_LINKS))
                    && isUnlocked(folder.resolve(LOCK_FILE));
        } catch (IOException | OverlappingFileLockException e) {
            LOG.warn("shared memory cannot be looked at: path={}", folder, e);
            return false;
        }
    }

    private static boolean isUnlocked(Path file) throws IOException {
        try (FileChannel lockFile =
                FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            FileLock lock = lockFile.tryLock();
            return lock != null;
        }
    }

    private static void delete(Path folder) {
        try {
            Files.deleteIfExists(folder.resolve(MEMORY_FILE));
            Files.deleteIfExists(folder.resolve(LOCK_FILE));
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            LOG.warn("shared memory cannot be deleted: path={}", folder, e);
        }
    }

    private static void close(FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                LOG.warn("the lock of shared memory cannot be closed", e);
            }
        }
    }

    MemoryRegion region() {
        return region;
    }

    long regionBytes() {
        return region.sizeBytes();
    }

    /** Returns the file that other processes map. */
    public Path file() {
        return folder.resolve(MEMORY_FILE);
    }

    // What other processes learn

    /**
     * Returns what a node needs to read this memory. Any thread.
     *
     * @throws WukongsException RETRIABLE if the memory is closed
     */
    public synchronized SharedMemoryOffer offer(int place) {
        if (closed) {
            throw WukongsException.retriable("the node ends");
        }
        return new SharedMemoryOffer(
                file(), generation, place, get(SharedMemoryDescriptor.ticket(place)));
    }

    /**
     * Lets other hosts read this memory. The network is closed before it is unmapped.
     *
     * @throws WukongsException RETRIABLE if the memory is closed; as {@link Fabric#share}
     */
    public synchronized RegionKey shareBy(Fabric network) {
        if (closed) {
            throw WukongsException.retriable("the node ends");
        }
        return network.share(head, HEAD_BYTES + region.sizeBytes());
    }

    /**
     * Lets nothing count any longer that a node reads here by an offer that it has got before. To
     * be called before anything is given up that was held for the node. Any thread.
     */
    public synchronized void revoke(int place) {
        if (!closed) {
            int at = SharedMemoryDescriptor.ticket(place);
            put(at, get(at) + 1);
            UnsafeAccess.UNSAFE.fullFence();
        }
    }

    /** Writer only: tells readers of older snapshots to give up. */
    void allowSnapshotsFrom(long sn) {
        put(SharedMemoryDescriptor.OLDEST_ALLOWED_OFFSET, sn);
    }

    /** Writer only: publishes a graph, which leads to those before it. */
    void publishGraph(long graphHead) {
        put(SharedMemoryDescriptor.NEWEST_GRAPH_OFFSET, graphHead);
    }

    /** Publishes a set of predicates, with the number after the last one. One thread at a time. */
    void publishSet(int number, int[] pids) {
        UnsafeAccess.UNSAFE.putInt(head + SharedMemoryDescriptor.set(number), pids.length);
        for (int place = 0; place < pids.length; place++) {
            UnsafeAccess.UNSAFE.putInt(
                    head + SharedMemoryDescriptor.setPid(number, place), pids[place]);
        }
        put(SharedMemoryDescriptor.SET_COUNT_OFFSET, number);
    }

    private long get(int at) {
        return UnsafeAccess.UNSAFE.getLongVolatile(null, head + at);
    }

    private void put(int at, long value) {
        assert !region.isClosed();
        UnsafeAccess.UNSAFE.putOrderedLong(null, head + at, value);
    }

    /**
     * Deletes the folder, and lets nothing count any longer that is read here. Those that have
     * mapped it keep what they have mapped. The region is closed by its owner, after this.
     */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            put(SharedMemoryDescriptor.STATE_OFFSET, SharedMemoryDescriptor.STATE_CLOSED);
            delete(folder);
            close(lockFile);
            OWN.remove(folder);
        }
    }
}
