package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.checkpoint.CheckpointManifest.FileEntry;

/**
 * The directory in which a store keeps its checkpoints.
 *
 * <pre>
 * lock            held by the process that uses the directory
 * start           number of the store's last start here
 * chk-7/          a checkpoint: terms, graphs, state, manifest
 * chk-6.damaged/  one that was not whole when the store started
 * chk-8.tmp/      one that is being written
 * </pre>
 *
 * <p>Invariants: {@code chk-N} has all of its files on disk before it has that name; numbers are
 * never given twice; one process at a time has the directory. One thread at a time.
 */
public final class DataDirectory implements AutoCloseable {

    /** One, and another where it should be damaged. */
    public static final int RETAINED_COUNT_DEFAULT = 2;

    private static final Logger LOG = LoggerFactory.getLogger(DataDirectory.class);

    private static final String LOCK = "lock";
    private static final String START = "start";
    private static final String MANIFEST = "manifest";
    private static final Pattern CHECKPOINT = Pattern.compile("chk-(\\d{1,18})(\\.\\w+)?");

    private final Path directory;
    private final int retainedCount;
    private final FileChannel lockFile;
    private long newestNumber;

    private DataDirectory(Path directory, int retainedCount) throws IOException {
        this.directory = directory;
        this.retainedCount = retainedCount;
        Files.createDirectories(directory);
        this.lockFile =
                FileChannel.open(
                        directory.resolve(LOCK),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE);
    }

    /**
     * Takes the directory, which is created where there is none.
     *
     * @param retainedCount checkpoints to be kept, 1 or more
     * @throws WukongsException USER where it cannot be used, or another process has it
     */
    public static DataDirectory open(Path directory, int retainedCount) {
        if (retainedCount < 1) {
            throw WukongsException.user(
                    "--checkpoints-retained is too small: retained=" + retainedCount);
        }
        try {
            DataDirectory opened = new DataDirectory(directory, retainedCount);
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
            throw new WukongsException(
                    Category.USER,
                    "cannot use the data directory: path="
                            + directory
                            + " reason="
                            + e.getMessage(),
                    e);
        }
    }

    private void begin() throws IOException {
        if (!locked()) {
            throw WukongsException.user("another store uses the data directory: path=" + directory);
        }
        for (Path path : list()) {
            Matcher name = CHECKPOINT.matcher(path.getFileName().toString());
            if (name.matches()) {
                newestNumber = Math.max(newestNumber, Long.parseLong(name.group(1)));
                if (".tmp".equals(name.group(2))) {
                    CheckpointFiles.deleteAll(path);
                }
            }
        }
    }

    private boolean locked() throws IOException {
        try {
            FileLock lock = lockFile.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // this process has it twice
        }
    }

    private List<Path> list() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        }
    }

    /**
     * Numbers a start of the store in this directory: the time in s, or one more than the start
     * before where the clock has gone back. So not even copies of a directory give a number twice.
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
                    Category.FATAL, "the number of the last start is damaged: path=" + file, e);
        }
    }

    // Reading

    /**
     * Reads the newest whole checkpoint into a node; those that are not whole are put aside, with a
     * warning.
     *
     * @return false where there is none at all
     * @throws WukongsException FATAL where there are checkpoints, but no whole one
     */
    public boolean restore(RestoredNode node) {
        List<Long> numbers = numbers();
        for (long number : numbers) {
            String damage = damage(number);
            if (damage == null) {
                read(number, node);
                return true;
            }
            LOG.warn("a checkpoint is not whole, the one before is used: {}", damage);
            putAside(number);
        }
        if (!numbers.isEmpty()) {
            throw WukongsException.fatal(
                    "no checkpoint of the data directory is whole, start with another one to begin"
                            + " anew: path="
                            + directory);
        }
        return false;
    }

    /** Of all checkpoints that have been completed, the newest first. */
    private List<Long> numbers() {
        List<Long> numbers = new ArrayList<>();
        try {
            for (Path path : list()) {
                Matcher name = CHECKPOINT.matcher(path.getFileName().toString());
                if (name.matches() && name.group(2) == null) {
                    numbers.add(Long.parseLong(name.group(1)));
                }
            }
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot list checkpoints", directory, e);
        }
        numbers.sort(Comparator.reverseOrder());
        return numbers;
    }

    private Path path(long number) {
        return path(number, "");
    }

    private Path path(long number, String suffix) {
        return directory.resolve("chk-" + number + suffix);
    }

    /** What is wrong with a checkpoint, null where it is whole. */
    private String damage(long number) {
        Path path = path(number);
        try {
            String text = CheckpointFiles.read(path.resolve(MANIFEST));
            for (FileEntry file : CheckpointManifest.parse(text).files()) {
                String damage = CheckpointFiles.damage(path, file);
                if (damage != null) {
                    return damage + " path=" + path;
                }
            }
            return null;
        } catch (IOException | IllegalArgumentException e) {
            return "its manifest cannot be read: path=" + path + " reason=" + e.getMessage();
        }
    }

    private void read(long number, RestoredNode node) {
        Path path = path(number);
        try (RecordReader in = new RecordReader(path.resolve(TermsFile.NAME))) {
            TermsFile.read(in, node.dictionary());
        }
        try (RecordReader in = new RecordReader(path.resolve(GraphsFile.NAME))) {
            GraphsFile.read(in, node.stored());
        }
        try (RecordReader in = new RecordReader(path.resolve(StateFile.NAME))) {
            StateFile.read(in, node);
        }
        LOG.info("restored from checkpoint {}", path);
    }

    private void putAside(long number) {
        try {
            Files.move(path(number), path(number, ".damaged"), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot put a checkpoint aside", path(number), e);
        }
    }

    // Writing

    /** A checkpoint that was written. */
    public record Written(long number, Path path, long bytes) {}

    /**
     * Writes a checkpoint; it is on disk when this returns, and older ones that are not to be
     * retained are gone.
     *
     * @throws WukongsException RETRIABLE where the disk or the memory does not suffice; then there
     *     is nothing of it
     */
    public Written write(StoreCut cut) {
        long number = ++newestNumber;
        Path begun = path(number, ".tmp");
        boolean done = false;
        try {
            Files.createDirectory(begun);
            CheckpointManifest manifest =
                    new CheckpointManifest(number, cut.coordinator().sn(), writeFiles(cut, begun));
            CheckpointFiles.write(begun.resolve(MANIFEST), manifest.text());
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

    /** Terms last: those that came since the cut do no harm. */
    private static List<FileEntry> writeFiles(StoreCut cut, Path directory) {
        List<FileEntry> files = new ArrayList<>();
        try (RecordWriter out = new RecordWriter(directory.resolve(GraphsFile.NAME))) {
            GraphsFile.write(cut, out);
            files.add(out.sync());
        }
        try (RecordWriter out = new RecordWriter(directory.resolve(StateFile.NAME))) {
            StateFile.write(cut, out);
            files.add(out.sync());
        }
        try (RecordWriter out = new RecordWriter(directory.resolve(TermsFile.NAME))) {
            TermsFile.write(cut.dictionary(), out);
            files.add(out.sync());
        }
        return files;
    }

    private void retire() throws IOException {
        List<Long> numbers = numbers();
        for (long number :
                numbers.subList(Math.min(retainedCount, numbers.size()), numbers.size())) {
            CheckpointFiles.deleteAll(path(number));
        }
    }

    private static void discard(Path begun) {
        try {
            if (Files.exists(begun)) {
                CheckpointFiles.deleteAll(begun);
            }
        } catch (IOException e) {
            LOG.warn("what was begun of a checkpoint stays until the next start: {}", begun, e);
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
            LOG.warn("cannot let go of the data directory: {}", directory, e);
        }
    }
}
