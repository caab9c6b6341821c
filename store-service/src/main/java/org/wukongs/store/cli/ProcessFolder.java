package org.wukongs.store.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import org.agrona.CloseHelper;
import org.apache.commons.io.file.PathUtils;

/**
 * The folder for this process's temporary files, inside the machine's folder for them. Native
 * libraries unpack themselves there, and Flink and Kafka keep files there. A killed process leaves
 * its folder behind; the next process that starts deletes it.
 *
 * <p>A folder belongs to a living process while the file {@code lock} in it is locked. The
 * operating system releases the lock however the process ends.
 */
final class ProcessFolder {

    private static final String PROPERTY = "java.io.tmpdir";
    private static final String PREFIX = "wukongs-process-";
    private static final String LOCK = "lock";

    /**
     * How long a folder may be without a lock: its process may be about to lock it, or was killed
     * before it did.
     */
    private static final Duration UNLOCKED_MAX = Duration.ofHours(1);

    private ProcessFolder() {}

    /**
     * Gives this process a folder of its own for temporary files, and deletes those of dead
     * processes. If this fails, nothing changes: most commands need no temporary files, and code
     * that needs them reports what is wrong.
     */
    static void claim() {
        Path parent = Path.of(System.getProperty(PROPERTY));
        try {
            deleteDead(parent);
            Path folder = Files.createTempDirectory(parent, PREFIX);
            FileChannel channel = open(folder);
            channel.lock();
            System.setProperty(PROPERTY, folder.toString());
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(() -> release(channel, folder), "wukongs-temporary"));
        } catch (IOException e) {
            // The Javadoc says why nothing changes.
        }
    }

    /** The hook that calls this holds the channel: once collected, it would lose its lock. */
    private static void release(FileChannel lock, Path folder) {
        deleteQuietly(folder);
        CloseHelper.quietClose(lock);
    }

    private static FileChannel open(Path folder) throws IOException {
        return FileChannel.open(
                folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /** Deletes the folders of dead processes. */
    static void deleteDead(Path parent) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path folder : folders) {
                if (isDead(folder)) {
                    deleteQuietly(folder);
                }
            }
        }
    }

    private static boolean isDead(Path folder) {
        try {
            if (!Files.exists(folder.resolve(LOCK))) {
                Instant made = Files.getLastModifiedTime(folder).toInstant();
                return made.isBefore(Instant.now().minus(UNLOCKED_MAX));
            }
            try (FileChannel channel = open(folder);
                    FileLock lock = channel.tryLock()) {
                return lock != null;
            }
        } catch (IOException | OverlappingFileLockException e) {
            return false; // another user's, or this process's own
        }
    }

    /** Deletes a folder; what cannot be deleted is left to the next process. */
    private static void deleteQuietly(Path folder) {
        try {
            PathUtils.deleteDirectory(folder);
        } catch (IOException e) {
            // The next process tries again.
        }
    }
}
