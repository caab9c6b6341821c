package org.wukongs.store.checkpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.checkpoint.CheckedText.Line;

/**
 * Whose a data directory is at the place of its copies: a number drawn at random when it is first
 * asked for, in the file {@code owner}, a {@link CheckedText}. A copy does not have it, so a store
 * that goes on from a copy is told from the one that has made it.
 *
 * <pre>
 * wukongs owner
 * format=1
 * owner=0123456789abcdef
 * crc32c=90abcdef
 * </pre>
 */
public final class DataOwner {

    private static final String HEAD = "wukongs owner";
    private static final String KEY = "owner";

    private DataOwner() {}

    /**
     * Returns the number of a directory, which is created if there is none.
     *
     * @throws WukongsException FATAL if the file is damaged; RETRIABLE if the disk fails
     */
    public static long of(Path directory) {
        Path file = directory.resolve(DataRestore.OWNER);
        try {
            for (Line line : CheckedText.lines(HEAD, CheckpointFiles.read(file))) {
                if (line.key().equals(KEY)) {
                    return LogPoint.parseId(line.value());
                }
            }
            throw new IllegalArgumentException("a line is missing: key=" + KEY);
        } catch (NoSuchFileException e) {
            return drawn(directory, file);
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot read whose the data directory is", file, e);
        } catch (IllegalArgumentException e) {
            throw new WukongsException(
                    Category.FATAL,
                    "the file that says whose the data directory is is damaged: file="
                            + file
                            + " reason="
                            + e.getMessage(),
                    e);
        }
    }

    /** Returns a number that nobody else has. */
    public static long drawn() {
        return UUID.randomUUID().getMostSignificantBits();
    }

    private static long drawn(Path directory, Path file) {
        long owner = drawn();
        try {
            Files.createDirectories(directory);
            CheckpointFiles.write(
                    file,
                    CheckedText.of(
                            HEAD,
                            List.of(
                                    new Line("format", "1"),
                                    new Line(KEY, LogPoint.idText(owner)))));
            return owner;
        } catch (IOException e) {
            throw CheckpointFiles.failed("cannot say whose the data directory is", file, e);
        }
    }
}
