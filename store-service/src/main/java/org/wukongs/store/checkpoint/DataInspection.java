package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.wukongs.error.WukongsException;
import org.wukongs.store.log.FileStorage;

/**
 * A data directory that nobody uses, looked at without changing it. While it is open, no store can
 * use the directory: a running store deletes files that a reader still has to read.
 */
public final class DataInspection implements AutoCloseable {

    /**
     * A checkpoint.
     *
     * @param made when it was written; null if it is unusable
     * @param bytes of all its files; 0 if it is unusable
     * @param log the position of the log that it was made at, null if there was no log, or it is
     *     unusable
     * @param problem why it is unusable, null if it can be used
     */
    public record Checkpoint(
            long number, Instant made, long bytes, LogPoint log, WukongsException problem) {}

    /**
     * The log.
     *
     * @param from the position from which it is needed: that of the oldest usable checkpoint
     */
    public record Log(long id, Path directory, long from) {}

    private final Path directory;
    private final FileChannel lockFile;

    private DataInspection(Path directory, FileChannel lockFile) {
        this.directory = directory;
        this.lockFile = lockFile;
    }

    /**
     * Opens a directory.
     *
     * @throws WukongsException USER if it is no data directory, or a store uses it; RETRIABLE if
     *     the disk fails
     */
    public static DataInspection open(Path directory) {
        Path lock = directory.resolve(DataDirectory.LOCK);
        try {
            DataInspection opened =
                    new DataInspection(directory, FileChannel.open(lock, StandardOpenOption.WRITE));
            boolean done = false;
            try {
                opened.lock();
                done = true;
            } finally {
                if (!done) {
                    opened.close();
                }
            }
            return opened;
        } catch (NoSuchFileException e) {
            throw new WukongsException(
                    WukongsException.Category.USER,
                    "not a data directory of a store: path=" + directory + " missing=" + lock,
                    e);
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot use the data directory", directory, e);
        }
    }

    private void lock() throws IOException {
        if (!DataDirectory.locks(lockFile)) {
            throw WukongsException.user("a store uses the data directory: path=" + directory);
        }
    }

    /**
     * Reads all checkpoints that a start would not do without, the newest first.
     *
     * @param progress is told how much of each has been read
     */
    public List<Checkpoint> checkpoints(ReadProgress progress) {
        List<Checkpoint> checkpoints = new ArrayList<>();
        CheckpointSet set = new CheckpointSet(directory, FileStorage::new);
        for (long number : set.numbers("")) {
            checkpoints.add(checkpoint(set.place(number), progress));
        }
        return checkpoints;
    }

    private static Checkpoint checkpoint(CheckpointPlace place, ReadProgress progress) {
        try {
            CheckpointReader reader = CheckpointReader.open(place).verify(progress);
            CheckpointManifest manifest = reader.manifest();
            return new Checkpoint(
                    place.number(), reader.made(), manifest.bytes(), manifest.log(), null);
        } catch (UnusableCheckpointException e) {
            return new Checkpoint(place.number(), null, 0, null, e);
        }
    }

    /**
     * Returns the log, null if there is none.
     *
     * @throws WukongsException if it does not say which one it is
     */
    public Log log(List<Checkpoint> checkpoints) {
        DataLog.Identity known = DataLog.identity(directory);
        if (known == null) {
            return null;
        }
        long from = Long.MAX_VALUE;
        for (Checkpoint checkpoint : checkpoints) {
            LogPoint point = known.from(checkpoint.number(), checkpoint.log());
            from = point == null ? from : Math.min(from, point.position());
        }
        return new Log(
                known.id(),
                DataLog.directory(directory, known.id()),
                from == Long.MAX_VALUE ? 0 : from);
    }

    @Override
    public void close() {
        try {
            lockFile.close();
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot release the data directory", directory, e);
        }
    }
}
