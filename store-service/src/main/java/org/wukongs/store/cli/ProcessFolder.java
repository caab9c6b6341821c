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
import org.apache.commons.io.file.PathUtils;

/**
 * The folder for temporary files of this process, in the machine's one: native libraries unpack
 * themselves there, Flink and Kafka keep files there. A process that is killed leaves its folder
 * behind, and the next one that starts deletes it.
 *
 * <p>A folder belongs to a living process as long as the file {@code lock} in it is locked, which
 * the operating system undoes however the process ends.
 */
final class ProcessFolder {

    private static final String PROPERTY = "java.io.tmpdir";
    private static final String PREFIX = "wukongs-process-";
    private static final String LOCK = "lock";

    /** A folder without a lock is one whose process is about to lock it, or was killed there. */
    private static final Duration UNLOCKED_MAX = Duration.ofHours(1);

    private ProcessFolder() {}

    /**
     * Makes a folder of its own the one for this process's temporary files, and deletes those of
     * dead processes. Where that fails nothing changes: most commands need no temporary files, and
     * what does need them says what is wrong.
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
                    .addShutdownHook(new Thread(() -> deleteQuietly(folder), "wukongs-temporary"));
        } catch (IOException e) {
            // As said above.
        }
    }

    private static FileChannel open(Path folder) throws IOException {
        return FileChannel.open(
                folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /** Deletes the folders of processes that are no more. */
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
            return false; // another user's, or our own
        }
    }

    /** What cannot be deleted stays for the next process. */
    private static void deleteQuietly(Path folder) {
        try {
            PathUtils.deleteDirectory(folder);
        } catch (IOException e) {
            // Stays, as said above.
        }
    }
}
