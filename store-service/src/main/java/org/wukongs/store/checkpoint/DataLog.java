package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.checkpoint.CheckedText.Line;

/**
 * The log of a data directory: which one it is, and from where a start carries it out. The file
 * {@code log-id} says it, a {@link CheckedText}:
 *
 * <pre>
 * wukongs log
 * format=1
 * id=0123456789abcdef
 * base=5
 * crc32c=90abcdef
 * </pre>
 *
 * <p>The segments are in the directory {@code log-0123456789abcdef}. Its position 0 is the state of
 * checkpoint {@code base}, 0 for an empty store. Used by one thread at a time.
 */
public final class DataLog {

    /** The option that names how much of a log to do without. */
    public static final String OPTION_ABANDON = "--abandon-log";

    private static final Logger LOG = LoggerFactory.getLogger(DataLog.class);

    private static final String HEAD = "wukongs log";
    private static final String FORMAT = "1";
    static final String NAME = "log-id";
    private static final String PREFIX = "log-";
    private static final String ABANDONED = ".abandoned";

    /** What the file says. */
    record Identity(long id, long base) {

        /**
         * Returns the place from which the log goes on from a checkpoint, null if it does not.
         *
         * @param number of the checkpoint, 0 for an empty store
         * @param cut the place at which it was made, null if there was no log
         */
        LogPoint from(long number, LogPoint cut) {
            if (base == number) {
                return new LogPoint(id, 0);
            }
            return cut != null && cut.id() == id ? cut : null;
        }
    }

    private final Path data;
    private final Identity known; // null if there is no log yet
    private final LogPoint from; // null if nothing is to be carried out
    private final LogPoint abandoned; // null if all of it counts
    private long id;

    private DataLog(Path data, Identity known, LogPoint from, LogPoint abandoned) {
        this.data = data;
        this.known = known;
        this.from = from;
        this.abandoned = abandoned;
        this.id = known == null ? 0 : known.id();
    }

    /** Returns true if the data directory has a log. */
    static boolean exists(Path data) {
        return Files.exists(data.resolve(NAME));
    }

    /**
     * Finds the log that goes on from a checkpoint. Changes nothing.
     *
     * @param restored the checkpoint, null for an empty store
     * @param asked where to end a log that is otherwise abandoned, null for none; ignored if it is
     *     not this log
     * @throws WukongsException USER if the log does not go on from the checkpoint
     */
    static DataLog of(Path data, Restored restored, LogPoint asked) {
        Identity known = identity(data);
        LogPoint of = restored == null ? null : restored.log();
        if (known == null) {
            checkNoneIsMissing(data, of, asked);
            return new DataLog(data, null, null, null);
        }
        LogPoint abandoned = asked != null && asked.id() == known.id() ? asked : null;
        LogPoint from = known.from(restored == null ? 0 : restored.number(), of);
        if (from == null && abandoned == null) {
            throw WukongsException.user(
                    "the log does not go on from the checkpoint: path="
                            + directory(data, known.id())
                            + " base=chk-"
                            + known.base()
                            + " checkpoint="
                            + (restored == null ? "none" : restored.path())
                            + "; to go on with that and lose what the log has: "
                            + OPTION_ABANDON
                            + " "
                            + new LogPoint(known.id(), 0));
        }
        boolean endsBefore =
                from != null && abandoned != null && abandoned.position() < from.position();
        if (endsBefore) {
            throw WukongsException.user(
                    "the checkpoint has more of the log than is to be kept, abandon the checkpoint,"
                            + " too: checkpoint="
                            + (restored == null ? "none" : restored.path())
                            + " position="
                            + from.position()
                            + " kept="
                            + abandoned.position());
        }
        return new DataLog(data, known, from, abandoned);
    }

    private static void checkNoneIsMissing(Path data, LogPoint of, LogPoint asked) {
        if (of != null && (asked == null || asked.id() != of.id())) {
            throw WukongsException.user(
                    "the log of the checkpoint is missing: path="
                            + directory(data, of.id())
                            + "; to go on without it and lose what it had: "
                            + OPTION_ABANDON
                            + " "
                            + of);
        }
        if (of != null) {
            return;
        }
        try (Stream<Path> entries = Files.list(data)) {
            for (Path log : entries.filter(DataLog::isLog).toList()) {
                try (Stream<Path> segments = Files.list(log)) {
                    if (segments.findAny().isPresent()) {
                        throw new WukongsException(
                                Category.FATAL,
                                "a log does not say what it goes on from: path="
                                        + log
                                        + " missing="
                                        + data.resolve(NAME));
                    }
                }
            }
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot look for a log", data, e);
        }
    }

    private static boolean isLog(Path path) {
        return Files.isDirectory(path)
                && path.getFileName().toString().matches(PREFIX + "[0-9a-f]{16}");
    }

    /** Reads which log a data directory has, null for none. */
    static Identity identity(Path data) {
        Path file = data.resolve(NAME);
        try {
            List<Line> lines = CheckedText.lines(HEAD, CheckpointFiles.read(file));
            if (!value(lines, "format").equals(FORMAT)) {
                throw WukongsException.user(
                        "the log has another format: file="
                                + file
                                + " expected="
                                + FORMAT
                                + " found="
                                + value(lines, "format"));
            }
            return new Identity(
                    LogPoint.parseId(value(lines, "id")), Long.parseLong(value(lines, "base")));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot read which log it is", file, e);
        } catch (IllegalArgumentException e) {
            throw new WukongsException(
                    Category.FATAL,
                    "the file that says which log it is is damaged: file="
                            + file
                            + " reason="
                            + e.getMessage(),
                    e);
        }
    }

    private static String value(List<Line> lines, String key) {
        for (Line line : lines) {
            if (line.key().equals(key)) {
                return line.value();
            }
        }
        throw new IllegalArgumentException("a line is missing: key=" + key);
    }

    static Path directory(Path data, long id) {
        return data.resolve(PREFIX + LogPoint.idText(id));
    }

    /** Returns from where the log is carried out, null if nothing is. */
    public LogPoint from() {
        return from;
    }

    /** Returns up to which position, {@code Long.MAX_VALUE} for all. */
    public long limit() {
        return abandoned == null ? Long.MAX_VALUE : abandoned.position();
    }

    /** Returns whether the node begins another log, because there was none or it is abandoned. */
    public boolean isNew() {
        return known == null || abandoned != null;
    }

    /** Returns the id of the log; that of the new one after {@link #begin}. */
    public long id() {
        return id;
    }

    /** Returns the directory of the segments. */
    public Path directory() {
        return directory(data, id);
    }

    /**
     * Begins a new log, and puts the one before aside.
     *
     * @param base the checkpoint from which it goes on, 0 for an empty store
     */
    public void begin(long base) {
        long newId = UUID.randomUUID().getMostSignificantBits();
        try {
            Files.createDirectory(directory(data, newId));
            CheckpointFiles.syncDirectory(data);
            CheckpointFiles.write(
                    data.resolve(NAME),
                    CheckedText.of(
                            HEAD,
                            List.of(
                                    new Line("format", FORMAT),
                                    new Line("id", LogPoint.idText(newId)),
                                    new Line("base", String.valueOf(base)))));
            id = newId;
            if (known != null) {
                putAside(directory(data, known.id()));
            }
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot begin a log", directory(data, newId), e);
        }
    }

    private void putAside(Path log) throws IOException {
        Path aside = log.resolveSibling(log.getFileName() + ABANDONED);
        if (Files.exists(log)) {
            Files.move(log, aside, StandardCopyOption.ATOMIC_MOVE);
        }
        LOG.warn(
                "another log begins, the one before is put aside: {} is now {}, keptUntil={}",
                log,
                aside,
                abandoned == null ? "its end" : abandoned.position());
    }

    /**
     * Returns from which position a checkpoint needs the log, {@code Long.MAX_VALUE} if it needs
     * none of it.
     */
    static long neededFrom(Path data, CheckpointManifest manifest) {
        Identity known = identity(data);
        LogPoint from = known == null ? null : known.from(manifest.number(), manifest.log());
        return from == null ? Long.MAX_VALUE : from.position();
    }
}
