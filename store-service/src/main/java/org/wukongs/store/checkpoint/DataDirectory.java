package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;

/**
 * The data directory, in which a store keeps its checkpoints and its log.
 *
 * <pre>
 * lock            held by the process that uses the directory
 * start           number of the store's last start here
 * log-id          which log it is, and from which checkpoint it goes on, see {@link DataLog}
 * log-…/          the segments of the log
 * chk-7/          a checkpoint: terms, graphs, state, manifest
 * chk-8.tmp/      a checkpoint being written; the next start deletes it
 * chk-5.abandoned/  a checkpoint that a start was told to do without
 * chk-6.damaged/  a checkpoint that an earlier version could not read
 * owner           whose it is at the place of its copies, see {@link DataOwner}
 * copy.tmp-…/     links to what is being copied, see {@link DataSnapshot}; the next start deletes it
 * restore.tmp/    files of a copy that has not come in whole, see {@link DataRestore}
 * </pre>
 *
 * <p>Invariants: {@code chk-N} has all of its files on disk before it has that name; numbers are
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
    private static final String TEMPORARY = ".tmp";
    private static final String ABANDONED = ".abandoned";
    private static final String LOST = " and lose what came after it: ";

    /** Suffix that earlier versions gave to a checkpoint that they could not read. */
    private static final String DAMAGED = ".damaged";

    private static final Pattern CHECKPOINT = Pattern.compile("chk-(\\d{1,18})(\\.\\w+)?");

    private final Path directory;
    private final int retainedCount;
    private final Set<Long> abandoned;
    private final LogPoint abandonedLog; // null for none
    private final FileChannel lockFile;
    private Restored restored; // null if there was no checkpoint
    private long newestNumber;

    private DataDirectory(
            Path directory, int retainedCount, Set<Long> abandoned, LogPoint abandonedLog)
            throws IOException {
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

    /**
     * Opens the directory and locks it; creates it if there is none.
     *
     * @param retainedCount number of checkpoints to keep, 1 or more
     * @param abandoned numbers of checkpoints that {@link #restore} does without
     * @param abandonedLog the log to do without after a position, null for none
     * @throws WukongsException USER if another process uses it; RETRIABLE if the disk fails
     */
    public static DataDirectory open(
            Path directory, int retainedCount, Set<Long> abandoned, LogPoint abandonedLog) {
        if (retainedCount < 1) {
            throw WukongsException.user(
                    "--checkpoints-retained is too small: retained=" + retainedCount);
        }
        try {
            DataDirectory opened =
                    new DataDirectory(directory, retainedCount, abandoned, abandonedLog);
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
        List<Path> entries = list(directory);
        DataSnapshot.deleteLeft(entries);
        for (Path path : entries) {
            Matcher name = CHECKPOINT.matcher(path.getFileName().toString());
            if (name.matches()) {
                newestNumber = Math.max(newestNumber, Long.parseLong(name.group(1)));
                if (TEMPORARY.equals(name.group(2))) {
                    PathUtils.deleteDirectory(path);
                }
            }
        }
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

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
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
        List<Long> numbers = numbers("", DAMAGED);
        List<Long> kept = numbers.stream().filter(number -> !abandoned.contains(number)).toList();
        restored = kept.isEmpty() ? null : read(kept, node, progress);
        if (restored == null) {
            LOG.info("the store begins empty, its data directory has no checkpoint: {}", directory);
        } else {
            LOG.info("restored from {}", restored);
        }
        return restored;
    }

    /** Renames the checkpoints that a start has done without. */
    public void settle() {
        for (long number : numbers("", DAMAGED)) {
            if (abandoned.contains(number)) {
                putAside(number);
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
        List<Long> numbers = numbers("");
        if (numbers.size() < Math.min(retainedCount, RETAINED_COUNT_DEFAULT)) {
            return 0;
        }
        long neededFrom = Long.MAX_VALUE;
        for (long number : numbers) {
            CheckpointManifest manifest = CheckpointReader.manifest(path(number));
            neededFrom = Math.min(neededFrom, DataLog.neededFrom(directory, manifest));
        }
        return neededFrom == Long.MAX_VALUE ? 0 : neededFrom;
    }

    /** Reads the newest of {@code numbers}, or nothing. */
    private Restored read(List<Long> numbers, RestoredNode node, ReadProgress progress) {
        Path newest = present(numbers.get(0));
        try {
            CheckpointReader reader = CheckpointReader.verified(newest, progress);
            reader.read(node, progress);
            return reader.restored(node);
        } catch (UnusableCheckpointException e) {
            throw e.withAdvice(advice(numbers));
        }
    }

    /** Returns how to do without the newest of {@code numbers}, which cannot be used. */
    private String advice(List<Long> numbers) {
        String then = DataLog.exists(directory) ? " and from there on with the log: " : LOST;
        for (int i = 1; i < numbers.size(); i++) {
            try {
                CheckpointReader older =
                        CheckpointReader.verified(present(numbers.get(i)), ReadProgress.NONE);
                return "nothing was changed; to go back to "
                        + older.path().getFileName()
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

    /** Returns the numbers of all complete checkpoints with one of the suffixes, newest first. */
    private List<Long> numbers(String... suffixes) {
        return numbers(directory, suffixes);
    }

    static List<Long> numbers(Path directory, String... suffixes) {
        Set<String> wanted = Set.of(suffixes);
        List<Long> numbers = new ArrayList<>();
        try {
            for (Path path : list(directory)) {
                Matcher name = CHECKPOINT.matcher(path.getFileName().toString());
                if (name.matches()
                        && wanted.contains(Objects.requireNonNullElse(name.group(2), ""))) {
                    numbers.add(Long.parseLong(name.group(1)));
                }
            }
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot list checkpoints", directory, e);
        }
        numbers.sort(Comparator.reverseOrder());
        return numbers;
    }

    /** Returns the path of a checkpoint, whatever its suffix. */
    private Path present(long number) {
        return Files.exists(path(number), LinkOption.NOFOLLOW_LINKS)
                ? path(number)
                : path(number, DAMAGED);
    }

    private Path path(long number) {
        return path(number, "");
    }

    static String name(long number) {
        return "chk-" + number;
    }

    private Path path(long number, String suffix) {
        return directory.resolve(name(number) + suffix);
    }

    private void putAside(long number) {
        Path path = present(number);
        try {
            Files.move(path, path(number, ABANDONED), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot rename an abandoned checkpoint", path, e);
        }
        LOG.warn("{} was abandoned as requested, and is now {}", path, path(number, ABANDONED));
    }

    // Writing

    /** A written checkpoint. */
    public record Written(long number, Path path, long bytes) {}

    /**
     * Writes a checkpoint. When this returns, it is on disk, and older checkpoints beyond those to
     * retain are deleted.
     *
     * @param log the node's
     * @throws WukongsException RETRIABLE if the disk or the memory does not suffice; then nothing
     *     of it remains
     */
    public Written write(StoreCut cut, CheckpointLog log) {
        long number = ++newestNumber;
        Path begun = path(number, TEMPORARY);
        boolean done = false;
        try {
            Files.createDirectory(begun);
            List<FileEntry> files = writeFiles(cut, begun, number, log);
            LogPoint point = log.id() == 0 ? null : new LogPoint(log.id(), cut.position());
            CheckpointManifest manifest =
                    new CheckpointManifest(number, cut.coordinator().sn(), point, files);
            CheckpointFiles.write(CheckpointReader.manifestOf(begun), manifest.text());
            Files.move(begun, path(number), StandardCopyOption.ATOMIC_MOVE);
            done = true;
            CheckpointFiles.syncDirectory(directory);
            retire();
            return new Written(number, path(number), manifest.bytes());
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot write the checkpoint", begun, e);
        } finally {
            if (!done) {
                discard(begun);
            }
        }
    }

    /** Writes a checkpoint of a node that keeps no log. */
    public Written write(StoreCut cut) {
        return write(cut, CheckpointLog.NONE);
    }

    /** Writes terms last: terms that were added after the cut do no harm. */
    private static List<FileEntry> writeFiles(
            StoreCut cut, Path directory, long number, CheckpointLog log) {
        List<FileEntry> files = new ArrayList<>();
        try (RecordWriter out = new RecordWriter(directory.resolve(GraphsFile.NAME))) {
            GraphsFile.write(cut, out);
            files.add(out.sync());
        }
        try (RecordWriter out = new RecordWriter(directory.resolve(StateFile.NAME))) {
            StateFile.write(cut, out);
            files.add(out.sync());
        }
        log.await();
        try (RecordWriter out = new RecordWriter(directory.resolve(TermsFile.NAME))) {
            TermsFile.write(cut.dictionary(), out);
            files.add(out.sync());
        }
        log.mark(number);
        return files;
    }

    private void retire() throws IOException {
        List<Long> numbers = numbers("");
        for (long number :
                numbers.subList(Math.min(retainedCount, numbers.size()), numbers.size())) {
            PathUtils.deleteDirectory(path(number));
        }
    }

    private static void discard(Path begun) {
        try {
            if (Files.exists(begun)) {
                PathUtils.deleteDirectory(begun);
            }
        } catch (IOException e) {
            LOG.warn("an incomplete checkpoint stays until the next start: {}", begun, e);
        }
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
