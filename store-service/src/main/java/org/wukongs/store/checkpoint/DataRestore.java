package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.commons.io.file.PathUtils;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * Fills an empty data directory with the files of a copy. They go into {@code restore.tmp} below it
 * and get their places when all of them are on disk and were compared with what they should be.
 * Until {@link #finish} has returned, no store starts from the directory; an attempt that did not
 * end is begun anew. Used by one thread.
 */
public final class DataRestore implements AutoCloseable {

    static final String BEGUN = "restore.tmp";

    /** Which store's it is at the place of its copies; see {@link DataOwner}. */
    static final String OWNER = "owner";

    /** What an empty directory may have: nothing of a store's state. */
    private static final Set<String> IGNORED =
            Set.of(DataDirectory.LOCK, DataDirectory.START, OWNER, "lost+found");

    private static final int BUFFER_BYTES = 1 << 16;

    private final Path directory;
    private final Path begun;
    private final FileChannel lockFile;
    private boolean isFinished;

    private DataRestore(Path directory, FileChannel lockFile) {
        this.directory = directory;
        this.begun = directory.resolve(BEGUN);
        this.lockFile = lockFile;
    }

    /** Returns whether a directory has nothing of a store, or does not exist. */
    public static boolean isEmpty(Path directory) {
        if (!Files.exists(directory) || Files.exists(directory.resolve(BEGUN))) {
            return true;
        }
        try {
            return entries(directory).isEmpty();
        } catch (IOException e) {
            throw failed(directory, e);
        }
    }

    /** Throws a USER error if a restore into the directory has not ended. */
    static void checkEnded(Path directory) {
        if (Files.exists(directory.resolve(BEGUN))) {
            throw WukongsException.user(
                    "a restore into the data directory has not ended, run it again: path="
                            + directory);
        }
    }

    private static List<Path> entries(Path directory) throws IOException {
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(path -> !IGNORED.contains(path.getFileName().toString())).toList();
        }
    }

    /**
     * Begins to fill a directory, which is created if there is none.
     *
     * @throws WukongsException USER if it is not empty, or a store uses it; RETRIABLE if the disk
     *     fails
     */
    public static DataRestore begin(Path directory) {
        DataRestore restore = null;
        boolean done = false;
        try {
            Files.createDirectories(directory);
            restore =
                    new DataRestore(
                            directory,
                            FileChannel.open(
                                    directory.resolve(DataDirectory.LOCK),
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.WRITE));
            restore.clear();
            done = true;
            return restore;
        } catch (IOException e) {
            throw failed(directory, e);
        } finally {
            if (!done && restore != null) {
                restore.isFinished = true; // nothing was begun
                restore.close();
            }
        }
    }

    private void clear() throws IOException {
        if (!DataDirectory.locks(lockFile)) {
            throw WukongsException.user("a store uses the data directory: path=" + directory);
        }
        List<Path> entries = entries(directory);
        if (!entries.isEmpty() && !Files.exists(begun)) {
            throw WukongsException.user(
                    "the data directory is not empty: path="
                            + directory
                            + " has="
                            + entries.get(0).getFileName());
        }
        deleteAll(entries);
        Files.createDirectory(begun);
        CheckpointFiles.syncDirectory(directory);
    }

    /** Deletes what a restore has put, the sign that it has begun at the end. */
    private void deleteAll(List<Path> entries) throws IOException {
        for (Path entry : entries) {
            if (!entry.equals(begun)) {
                PathUtils.delete(entry);
            }
        }
        if (Files.exists(begun)) {
            PathUtils.deleteDirectory(begun);
        }
    }

    /**
     * Writes a file and compares it.
     *
     * @param file with its CRC32C
     * @param in its content, which the caller closes
     * @param progress gets how many bytes of it have been written
     * @throws WukongsException FATAL if it is not as it should be; RETRIABLE if the disk fails
     * @throws IOException if {@code in} fails
     */
    public void add(DataFile file, InputStream in, LongConsumer progress) throws IOException {
        Path path = begun.resolve(file.path());
        CRC32C crc = new CRC32C();
        long bytes = 0;
        try (FileChannel channel = created(path)) {
            OutputStream out = Channels.newOutputStream(channel);
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                bytes += count;
                if (bytes > file.bytes()) {
                    break;
                }
                crc.update(buffer, 0, count);
                write(path, out, buffer, count);
                progress.accept(bytes);
            }
            force(path, channel);
        }
        if (bytes != file.bytes() || (int) crc.getValue() != file.crc()) {
            throw new WukongsException(
                    Category.FATAL,
                    String.format(
                            "the copy is damaged: file=%s expectedBytes=%d expectedCrc=%08x"
                                    + " foundBytes=%d foundCrc=%08x",
                            file.path(), file.bytes(), file.crc(), bytes, (int) crc.getValue()));
        }
    }

    private static FileChannel created(Path path) {
        try {
            Files.createDirectories(path.getParent());
            return FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    private static void write(Path path, OutputStream out, byte[] buffer, int count) {
        try {
            out.write(buffer, 0, count);
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    private static void force(Path path, FileChannel channel) {
        try {
            channel.force(true);
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    /**
     * Gives all files their places: a store may start from the directory.
     *
     * @param log that of the copy, null for none
     */
    public void finish(LogPoint log) {
        try {
            if (log != null) {
                Files.createDirectories(DataLog.directory(begun, log.id()));
            }
            try (Stream<Path> directories = Files.walk(begun)) {
                for (Path path : directories.filter(Files::isDirectory).toList()) {
                    CheckpointFiles.syncDirectory(path);
                }
            }
            try (Stream<Path> entries = Files.list(begun)) {
                for (Path entry : entries.toList()) {
                    Path to = directory.resolve(entry.getFileName());
                    Files.move(entry, to, StandardCopyOption.ATOMIC_MOVE);
                }
            }
            CheckpointFiles.syncDirectory(directory);
            Files.delete(begun);
            CheckpointFiles.syncDirectory(directory);
            isFinished = true;
        } catch (IOException e) {
            throw failed(directory, e);
        }
    }

    private static WukongsException failed(Path path, IOException e) {
        return CheckpointFiles.failed("cannot fill the data directory", path, e);
    }

    /** Deletes everything if it was not finished. */
    @Override
    public void close() {
        try (lockFile) {
            if (!isFinished) {
                deleteAll(entries(directory));
            }
        } catch (IOException e) {
            throw failed(directory, e);
        }
    }
}
