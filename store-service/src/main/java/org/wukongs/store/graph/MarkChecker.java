package org.wukongs.store.graph;

import java.util.function.Consumer;
import org.wukongs.error.CorruptionException;

/**
 * Verifies the marks of one key: snapshots and lengths descend from the newest mark on, and each
 * mark belongs to a snapshot that some reader may not see yet.
 */
final class MarkChecker {

    private final GraphMemory memory;
    private final MemoryRegion region;
    private final Consumer<CorruptionException> violations;
    private int violationCount; // of the current key

    MarkChecker(GraphMemory memory, Consumer<CorruptionException> violations) {
        this.memory = memory;
        this.region = memory.region();
        this.violations = violations;
    }

    /** Checks the chain that starts at {@code newest}; returns the number of violations. */
    int check(long key, long newest) {
        violationCount = 0;
        long sn = Long.MAX_VALUE;
        int length = Integer.MAX_VALUE;
        long mark = newest;
        while (mark != 0 && violationCount == 0) {
            if (!isMark(mark)) {
                report("a mark is not in a block of a snapshot's marks", mark, 0, mark);
                break;
            }
            checkMark(key, mark, sn, length);
            sn = region.getLong(mark + MarkDescriptor.SNAPSHOT_OFFSET);
            length = region.getInt(mark + MarkDescriptor.LENGTH_BEFORE_OFFSET);
            mark = region.getLong(mark + MarkDescriptor.OLDER_OFFSET);
        }
        return violationCount;
    }

    private boolean isMark(long mark) {
        long end = memory.allocator().committedBytes() - MarkDescriptor.SIZE_BYTES;
        return mark > 0
                && mark <= end
                && memory.marks().hasArena(region.getLong(mark + MarkDescriptor.SNAPSHOT_OFFSET));
    }

    private void checkMark(long key, long mark, long snBelow, int lengthMax) {
        long keyFound = region.getLong(mark + MarkDescriptor.KEY_OFFSET);
        if (keyFound != key) {
            report("a mark of another key", mark, key, keyFound);
        }
        long sn = region.getLong(mark + MarkDescriptor.SNAPSHOT_OFFSET);
        if (sn >= snBelow) {
            report("a mark is not older than the mark before it", mark, snBelow, sn);
        }
        int before = region.getInt(mark + MarkDescriptor.LENGTH_BEFORE_OFFSET);
        int length = region.getInt(mark + MarkDescriptor.LENGTH_OFFSET);
        if (before < 0 || before >= length || length > lengthMax) {
            report("length of a mark, before=" + before, mark, lengthMax, length);
        }
    }

    private void report(String what, long offset, long expected, long found) {
        violationCount++;
        violations.accept(
                new CorruptionException(what, GraphChecker.REGION, offset, expected, found));
    }
}
