package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.agrona.concurrent.EpochClock;
import org.agrona.concurrent.SystemEpochClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Vids;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.log.FileStorage;
import org.wukongs.store.log.StorageDirectory;

/**
 * The data directory, in which a store keeps its checkpoints and its log.
 *
 * <pre>
 * lock            held by the process that uses the directory
 * start           number of the store's last start here
 * log-id          which log it is, and from which checkpoint it goes on, see {@link DataLog}
 * log-…/          the segments of the log
 * checkpoints/    the checkpoints and their files, see {@link CheckpointSet}
 * cluster         which node of a cluster it is for, see {@link DataCluster}
 * owner           whose it is at the place of its copies, see {@link DataOwner}
 * copy.tmp-…/     links to what is being copied, see {@link DataSnapshot}; the next start deletes it
 * restore.tmp/    files of a copy that has not come in whole, see {@link DataRestore}
 * </pre>
 *
 * <p>Invariants: a checkpoint has all of its files on disk before it has its name; numbers are
 * never reused; one process at a time uses the directory. A start takes the newest checkpoint or
 * none: if that cannot be used, it changes nothing and reports it, and only {@link #OPTION_ABANDON}
 * makes it go back to an older one, or to nothing. The log is kept from the position of the oldest
 * checkpoint on. Used by one thread at a time.
 */
public final class DataDirectory implements AutoCloseable {

    /** The newest one, and another in case it is damaged. */
    public static final int RETAINED_COUNT_DEFAULT = 2;

    /** The option that names checkpoints to do without. */
    public static final String OPTION_ABANDON = "--abandon-checkpoints";

    private static final Logger LOG = LoggerFactory.getLogger(DataDirectory.class);

    static final String LOCK = "lock";
    static final String START = "start";
    private static final String LOST = " and lose what came after it: ";

    private final Path directory;
    private final int retainedCount;
    private final Set<Long> abandoned;
    private final LogPoint abandonedLog; // null for none
    private final FileChannel lockFile;
    private final CheckpointSet checkpoints;
    private final EpochClock clock;
    private Restored restored; // null if there was no checkpoint
    private SharedFiles shared = SharedFiles.none(Vids.PARTITION_COUNT); // by the next checkpoint
    private TermDictionary sharedBy; // that of the node with these files; null if there is none
    private long newestNumber;

    private DataDirectory(
            Path directory,
            int retainedCount,
            Set<Long> abandoned,
            LogPoint abandonedLog,
            Function<Path, StorageDirectory> storage,
            EpochClock clock)
            throws IOException {
        this.checkpoints = new CheckpointSet(directory, storage);
        this.clock = clock;
        this.abandonedLog = abandonedLog;
        this.directory = directory;
        this.retainedCount = retainedCount;
        this.abandoned = Set.copyOf(abandoned);
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new NotDirectoryException(directory.toString());
        }
        Files.createDirectories(directory);
        this.lockFile =
                FileChannel.open(
                        directory.resolve(LOCK),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
    }

    /** Opens the directory without abandoning a checkpoint. */
    public static DataDirectory open(Path directory, int retainedCount) {
        return open(directory, retainedCount, Set.of(), null);
    }

    /** As below, in files, with the system's clock. */
    public static DataDirectory open(
            Path directory, int retainedCount, Set<Long> abandoned, LogPoint abandonedLog) {
        return open(
                directory,
                retainedCount,
                abandoned,
                abandonedLog,
                FileStorage::new,
                SystemEpochClock.INSTANCE);
    }

    /**
     * Opens the directory and locks it; creates it if there is none.
     *
     * @param retainedCount number of checkpoints to keep, 1 or more
     * @param abandoned numbers of checkpoints that {@link #restore} does without
     * @param abandonedLog the log to do without after a position, null for none
     * @param storage the files of checkpoints, for a directory
     * @param clock says when a checkpoint was made
     * @throws WukongsException USER if another process uses it; RETRIABLE if the disk fails
     */
    public static DataDirectory open(
            Path directory,
            int retainedCount,
            Set<Long> abandoned,
            LogPoint abandonedLog,
            Function<Path, StorageDirectory> storage,
            EpochClock clock) {
        if (retainedCount < 1) {
            throw WukongsException.user(
                    "--checkpoints-retained is too small: retained=" + retainedCount);
        }
        try {
            DataDirectory opened =
                    new DataDirectory(
                            directory, retainedCount, abandoned, abandonedLog, storage, clock);
            boolean done = false;
            try {
                opened.begin();
                done = true;
            } finally {
                if (!done) {
                    opened.close();
                }
            }
            return opened;
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot use the data directory", directory, e);
        }
    }

    private void begin() throws IOException {
        if (!locks(lockFile)) {
            throw WukongsException.user("another store uses the data directory: path=" + directory);
        }
        DataRestore.checkEnded(directory);
        DataSnapshot.deleteLeft(directory);
        checkpoints.create();
        newestNumber = checkpoints.newestNumber();
        checkpoints.deleteBegun();
    }

    /** Returns whether the directory has a log or a checkpoint. */
    public boolean hasData() {
        return DataLog.exists(directory) || !checkpoints.numbers("").isEmpty();
    }

    /** Locks a directory by its lock file until that is closed; false if somebody else has it. */
    static boolean locks(FileChannel lockFile) throws IOException {
        try {
            FileLock lock = lockFile.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // this process has opened it twice
        }
    }

    /**
     * Returns the number of a new start of the store in this directory: the time in s, or the
     * previous start's number plus 1 if the clock has gone back. So not even copies of a directory
     * give a number twice.
     */
    public long nextStart(long nowSeconds) {
        Path file = directory.resolve(START);
        try {
            long start = nowSeconds;
            if (Files.exists(file)) {
                long before = Long.parseLong(CheckpointFiles.read(file).trim());
                start = Math.max(start, before + 1);
            }
            CheckpointFiles.write(file, start + "\n");
            return start;
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot number the store's start", file, e);
        } catch (NumberFormatException e) {
            throw new WukongsException(
                    WukongsException.Category.FATAL,
                    "the number of the last start is damaged: path=" + file,
                    e);
        }
    }

    // Reading

    /**
     * Reads the newest checkpoint into a node, except for those to be {@link #open abandoned}.
     * Changes nothing; the caller calls {@link #settle} when it has all that it needs.
     *
     * @return what was read, null if there is no checkpoint
     * @throws UnusableCheckpointException if the newest one cannot be used: nothing has changed,
     *     and the message says how to go back to an older one
     */
    public Restored restore(RestoredNode node, ReadProgress progress) {
        List<Long> kept = kept();
        restored = kept.isEmpty() ? null : read(kept, node, progress);
        if (restored == null) {
            LOG.info("the store begins empty, its data directory has no checkpoint: {}", directory);
        } else {
            LOG.info("restored from {}", restored);
        }
        return restored;
    }

    /**
     * Returns what all nodes of the cluster have agreed on, as the checkpoint has it that {@link
     * #restore} reads: that is needed before there is a node. Null if it does not have it, or there
     * is no checkpoint.
     *
     * @throws WukongsException USER if the checkpoint is that of another node
     * @throws UnusableCheckpointException if it cannot be used
     */
    public byte[] agreed() {
        List<Long> kept = kept();
        if (kept.isEmpty()) {
            return null;
        }
        try {
            return opened(kept.get(0)).agreed();
        } catch (UnusableCheckpointException e) {
            throw e.withAdvice(advice(kept));
        }
    }

    /** Returns the numbers of the checkpoints that a start does not do without, newest first. */
    private List<Long> kept() {
        List<Long> numbers = checkpoints.numbers("", CheckpointSet.DAMAGED);
        return numbers.stream().filter(number -> !abandoned.contains(number)).toList();
    }

    private CheckpointReader opened(long number) {
        CheckpointReader reader = CheckpointReader.open(checkpoints.place(number));
        CheckpointOwner owner = CheckpointOwner.of(directory);
        if (!Objects.equals(reader.manifest().owner(), owner)) {
            throw WukongsException.user(
                    "the checkpoint is that of another node: path="
                            + checkpoints.place(number).path()
                            + " of="
                            + CheckpointOwner.text(reader.manifest().owner())
                            + " asked="
                            + CheckpointOwner.text(owner));
        }
        return reader;
    }

    /** Renames the checkpoints that a start has done without. */
    public void settle() {
        for (long number : checkpoints.numbers("", CheckpointSet.DAMAGED)) {
            if (abandoned.contains(number)) {
                checkpoints.putAside(number);
            }
        }
    }

    /**
     * Returns the log that goes on from what {@link #restore} has read.
     *
     * @throws WukongsException USER if there is a log that does not
     */
    public DataLog log() {
        return DataLog.of(directory, restored, abandonedLog);
    }

    /**
     * Returns from which position on the log is needed by the checkpoints that are kept. An empty
     * store counts as one of them as long as there is only one, unless no other is to be kept.
     */
    public long logNeededFrom() {
        if (!isComplete()) {
            return 0;
        }
        long neededFrom = Long.MAX_VALUE;
        for (long number : checkpoints.numbers("")) {
            CheckpointManifest manifest = checkpoints.place(number).manifest();
            neededFrom = Math.min(neededFrom, DataLog.neededFrom(directory, manifest));
        }
        return neededFrom == Long.MAX_VALUE ? 0 : neededFrom;
    }

    /**
     * Returns what all nodes of the cluster have agreed on, as the oldest checkpoint has it that is
     * kept. Null as long as the log is needed from its beginning, and if that does not have it.
     *
     * @throws UnusableCheckpointException if it cannot be used
     */
    public byte[] oldestAgreed() {
        List<Long> numbers = checkpoints.numbers(""); // newest first
        return isComplete() ? opened(numbers.get(numbers.size() - 1)).agreed() : null;
    }

    /** Returns whether there are as many checkpoints as are to be kept. */
    private boolean isComplete() {
        int count = checkpoints.numbers("").size();
        return count >= Math.min(retainedCount, RETAINED_COUNT_DEFAULT);
    }

    /** Reads the newest of {@code numbers}, or nothing. */
    private Restored read(List<Long> numbers, RestoredNode node, ReadProgress progress) {
        try {
            CheckpointReader reader = opened(numbers.get(0));
            checkOwner(node.cluster() != null, reader.manifest().owner());
            shared = reader.read(node, progress);
            sharedBy = node.dictionary();
            return reader.restored(node);
        } catch (UnusableCheckpointException e) {
            throw e.withAdvice(advice(numbers));
        }
    }

    /** Throws a USER error if the node is of the other kind than what a checkpoint is of. */
    private void checkOwner(boolean isOfCluster, CheckpointOwner owner) {
        if (isOfCluster != (owner != null)) {
            throw WukongsException.user(
                    "a node of a cluster and a store of one node have different checkpoints: path="
                            + directory
                            + " of="
                            + CheckpointOwner.text(owner));
        }
    }

    /** Returns how to do without the newest of {@code numbers}, which cannot be used. */
    private String advice(List<Long> numbers) {
        String then = DataLog.exists(directory) ? " and from there on with the log: " : LOST;
        for (int i = 1; i < numbers.size(); i++) {
            try {
                CheckpointReader older =
                        CheckpointReader.open(checkpoints.place(numbers.get(i)))
                                .verify(ReadProgress.NONE);
                return "nothing was changed; to go back to "
                        + older.name()
                        + " of "
                        + older.made()
                        + then
                        + abandon(numbers.subList(0, i));
            } catch (UnusableCheckpointException e) {
                LOG.warn("an older checkpoint cannot be used either: {}", e.getMessage());
            }
        }
        String empty =
                DataLog.exists(directory)
                        ? "to carry out the log alone: "
                        : "to begin empty and lose all data of the store: ";
        return "nothing was changed, and no older checkpoint can be used; "
                + empty
                + abandon(numbers);
    }

    private static String abandon(List<Long> numbers) {
        return OPTION_ABANDON
                + " "
                + numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    // Writing

    /**
     * A written checkpoint.
     *
     * @param bytes of all its files
     * @param newBytes of those that it does not share with the one before
     */
    public record Written(long number, Path path, long bytes, long newBytes) {}

    /**
     * Writes a checkpoint. When this returns, it is on disk, and older checkpoints beyond those to
     * retain are deleted.
     *
     * @param log the node's
     * @throws WukongsException RETRIABLE if the disk or the memory does not suffice, or {@code
     *     pace} gives up; then nothing of it remains
     */
    public Written write(StoreCut cut, CheckpointLog log, CheckpointPace pace) {
        CheckpointOwner owner = CheckpointOwner.of(directory);
        checkOwner(cut.cluster() != null, owner);
        long number = ++newestNumber;
        Path path = checkpoints.place(number).path();
        boolean done = false;
        try {
            PartFiles files = new PartFiles(checkpoints.files(), number, pace);
            Instant made = Instant.ofEpochMilli(clock.time()).truncatedTo(ChronoUnit.SECONDS);
            CheckpointWriter written =
                    CheckpointWriter.write(cut, log, sharedWith(cut), files, owner, made);
            checkpoints.publish(written.manifest());
            done = true;
            shared = written.shared();
            sharedBy = cut.dictionary();
            checkpoints.retain(retainedCount);
            return new Written(number, path, written.manifest().bytes(), written.newBytes());
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot write the checkpoint", path, e);
        } finally {
            if (!done) {
                checkpoints.discardBegun();
            }
        }
    }

    /** Another node than the one whose files there are shares nothing with it. */
    private SharedFiles sharedWith(StoreCut cut) {
        return cut.dictionary() == sharedBy ? shared : SharedFiles.none(Vids.PARTITION_COUNT);
    }

    /** Writes a checkpoint of a node that keeps no log. */
    public Written write(StoreCut cut) {
        return write(cut, CheckpointLog.NONE, CheckpointPace.NONE);
    }

    public Path path() {
        return directory;
    }

    @Override
    public void close() {
        try {
            lockFile.close();
        } catch (IOException e) {
            LOG.warn("cannot release the data directory: {}", directory, e);
        }
    }
}
