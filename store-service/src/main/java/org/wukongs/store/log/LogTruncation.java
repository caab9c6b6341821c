package org.wukongs.store.log;

import java.io.IOException;
import java.util.List;
import org.wukongs.error.IoReason;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;

/**
 * Deletes old segments. A reader looks at no segment before the newest one that begins at or before
 * its position, so a crash may leave any of those that were to be deleted.
 */
final class LogTruncation {

    private final StorageDirectory directory;
    private final long logId;

    LogTruncation(StorageDirectory directory, long logId) {
        this.directory = directory;
        this.logId = logId;
    }

    /**
     * Deletes each segment whose successor begins at or before {@code position}. A successor that
     * begins right after it does not suffice: the preamble of its first record may be before it.
     */
    int truncateBefore(long position) {
        String name = "";
        try {
            List<Long> numbers = LogSegments.numbers(directory);
            int deletedCount = 0;
            while (deletedCount + 1 < numbers.size()
                    && beginsBy(numbers.get(deletedCount + 1), position)) {
                name = LogSegmentDescriptor.name(numbers.get(deletedCount));
                directory.delete(name);
                deletedCount++;
            }
            if (deletedCount > 0) {
                directory.sync();
            }
            return deletedCount;
        } catch (IOException e) {
            throw new WukongsException(
                    Category.RETRIABLE,
                    "cannot delete old segments of the log: path="
                            + directory.describe(name)
                            + " reason="
                            + IoReason.of(e),
                    e);
        }
    }

    /** Returns false for a segment that is being created. */
    private boolean beginsBy(long number, long position) throws IOException {
        LogSegmentDescriptor.Header header = LogSegments.read(directory, logId, number).header();
        return header != null && header.firstSequence() <= position;
    }
}
