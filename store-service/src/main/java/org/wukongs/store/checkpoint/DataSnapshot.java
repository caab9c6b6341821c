package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.commons.io.file.PathUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.checkpoint.DataLog.Identity;
import org.wukongs.store.log.FileStorage;
import org.wukongs.store.log.SegmentFile;
import org.wukongs.store.log.UnusableLogException;

/**
 * What a data directory has at a moment, for somebody who copies it while a store uses it: the
 * files from which a start would come to the store's state. They are hard links in a directory of
 * their own below it, {@code copy.tmp-…}, so the store goes on to delete what it does not need any
 * longer, and needs to know nothing of the copy. So the disk has at most what it had at that moment
 * twice, until this is closed. Used by one thread.
 */
public final class DataSnapshot implements AutoCloseable {

    /** What to take of the log. */
    public enum LogPart {
        /** All that the operating system has, as a store leaves it that is killed now. */
        ALL,
        /** The segments that have ended, which nothing changes any more. */
        ENDED_SEGMENTS
    }

    /** Begins the name of the directory with the links; a start deletes it. */
    static final String PREFIX = "copy.tmp-";

    private static final Logger LOG = LoggerFactory.getLogger(DataSnapshot.class);

    /** A store that writes checkpoints all the time deletes one in this many seconds at most. */
    private static final int ATTEMPTS = 10;

    private final Path directory;
    private final Path links;
    private final Predicate<String> isKnown;
    private final Map<String, DataFile> files = new LinkedHashMap<>(); // by path
    private LogPoint log; // null if there is none
    private long newestNumber;
    private long neededFrom = Long.MAX_VALUE; // of the log, by the checkpoints

    private DataSnapshot(Path directory, Path links, Predicate<String> isKnown) {
        this.directory = directory;
        this.links = links;
        this.isKnown = isKnown;
    }

    /**
     * Takes a snapshot.
     *
     * @param endSegment is called when the checkpoints are held and the segments are not: it may
     *     see to it that the log up to now is in segments that have ended
     * @param isKnown tells the paths of files that the caller does not have to open, other than
     *     small ones
     * @throws WukongsException USER if it is no data directory; RETRIABLE if the disk fails, or a
     *     store has changed too much meanwhile
     */
    public static DataSnapshot take(
            Path directory, LogPart part, Runnable endSegment, Predicate<String> isKnown) {
        if (!Files.exists(directory.resolve(DataDirectory.LOCK))) {
            throw WukongsException.user(
                    "not a data directory of a store: path="
                            + directory
                            + " missing="
                            + directory.resolve(DataDirectory.LOCK));
        }
        WukongsException last = null;
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                return attempt(directory, part, endSegment, isKnown);
            } catch (UnusableCheckpointException | UnusableLogException e) {
                last = e; // the store may have deleted it since
            } catch (NoSuchFileException e) {
                last = CheckpointFiles.failed("a file is gone", Path.of(e.getFile()), e);
            } catch (IOException e) {
                throw CheckpointFiles.failed("cannot hold what the store has", directory, e);
            }
        }
        throw last;
    }

    private static DataSnapshot attempt(
            Path directory, LogPart part, Runnable endSegment, Predicate<String> isKnown)
            throws IOException {
        DataSnapshot snapshot = null;
        boolean done = false;
        try {
            Path links = Files.createTempDirectory(directory, PREFIX);
            snapshot = new DataSnapshot(directory, links, isKnown);
            Identity log = DataLog.identity(directory);
            snapshot.addCheckpoints(log);
            endSegment.run();
            if (log != null) {
                snapshot.addLog(log, part);
            }
            snapshot.addTexts(log);
            done = true;
            return snapshot;
        } finally {
            if (!done && snapshot != null) {
                snapshot.close();
            }
        }
    }

    /** Holds all checkpoints from which the log goes on, or which need none. */
    private void addCheckpoints(Identity known) throws IOException {
        for (long number : CheckpointContents.numbers(directory)) {
            CheckpointContents contents = CheckpointContents.of(directory, number);
            LogPoint cut = contents.manifest().log();
            boolean goesOn = known == null ? cut == null : known.from(number, cut) != null;
            if (!goesOn) {
                continue;
            }
            for (DataFile file : contents.files()) {
                add(file);
            }
            long from = known == null ? 0 : known.from(number, cut).position();
            neededFrom = Math.min(neededFrom, from);
            newestNumber = Math.max(newestNumber, number);
        }
    }

    private void addLog(Identity known, LogPart part) throws IOException {
        Path segments = DataLog.directory(directory, known.id());
        long from = neededFrom == Long.MAX_VALUE ? 0 : neededFrom;
        List<SegmentFile> all = SegmentFile.list(new FileStorage(segments), known.id(), from);
        List<SegmentFile> taken =
                part == LogPart.ALL || all.isEmpty() ? all : all.subList(0, all.size() - 1);
        for (SegmentFile segment : taken) {
            String path = segments.getFileName() + "/" + segment.name();
            add(new DataFile(path, segment.bytes(), null));
        }
        long position = all.isEmpty() ? 0 : all.get(all.size() - 1).before();
        log = new LogPoint(known.id(), position);
    }

    /** Takes the small files, which have other contents after the next start. */
    private void addTexts(Identity known) throws IOException {
        for (String name : List.of(DataDirectory.START, DataLog.NAME)) {
            Path file = directory.resolve(name);
            if (Files.exists(file)) {
                Files.copy(file, links.resolve(name));
                files.put(name, new DataFile(name, Files.size(links.resolve(name)), null));
            }
        }
        Identity now = DataLog.identity(directory);
        boolean isSame = known == null ? now == null : known.equals(now);
        if (!isSame) {
            throw WukongsException.retriable(
                    "the store has begun another log meanwhile: path=" + directory);
        }
    }

    /** Adds a file, and holds it. */
    private void add(DataFile file) throws IOException {
        if (files.put(file.path(), file) != null || isKnown.test(file.path())) {
            return;
        }
        Path link = links.resolve(file.path());
        Files.createDirectories(link.getParent());
        try {
            Files.createLink(link, directory.resolve(file.path()));
        } catch (UnsupportedOperationException e) {
            throw new WukongsException(
                    Category.USER,
                    "the file system of the data directory has no hard links: path=" + directory,
                    e);
        }
    }

    /** Returns the files, in an order in which a directory can be filled. */
    public List<DataFile> files() {
        return List.copyOf(files.values());
    }

    /**
     * Returns which log it has, and up to which position at least; null if the directory has none.
     */
    public LogPoint log() {
        return log;
    }

    /** Returns the number of the newest checkpoint, 0 for none. */
    public long checkpointNumber() {
        return newestNumber;
    }

    /** Opens a file; it may have more than its bytes. */
    public InputStream open(DataFile file) throws IOException {
        return Files.newInputStream(links.resolve(file.path()), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public void close() {
        try {
            PathUtils.deleteDirectory(links);
        } catch (IOException e) {
            LOG.warn("links to files stay until the next start: {}", links, e);
        }
    }

    /** Deletes what processes that were killed have left. */
    static void deleteLeft(List<Path> entries) throws IOException {
        for (Path entry : entries) {
            if (entry.getFileName().toString().startsWith(PREFIX)) {
                PathUtils.deleteDirectory(entry);
            }
        }
    }
}
