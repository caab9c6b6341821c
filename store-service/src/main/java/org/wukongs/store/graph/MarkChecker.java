package org.wukongs.store.graph;

import java.util.function.Consumer;
import org.wukongs.error.CorruptionException;

/**
 * Verifies the marks of one key: snapshots descend from the newest mark on, lengths too if the
 * snapshots only appended, values before lead to memory in use, and each mark belongs to a snapshot
 * that some reader may not see yet.
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
            length =
                    valueBefore(mark) == 0
                            ? region.getInt(mark + MarkDescriptor.LENGTH_BEFORE_OFFSET)
                            : Integer.MAX_VALUE;
            mark = region.getLong(mark + MarkDescriptor.OLDER_OFFSET);
        }
        return violationCount;
    }

    private boolean isMark(long mark) {
        return mark > 0
                && mark <= usedMax()
                && memory.marks().hasArena(region.getLong(mark + MarkDescriptor.SNAPSHOT_OFFSET));
    }

    /** The last offset at which there is room for a mark. */
    private long usedMax() {
        return memory.allocator().committedBytes() - MarkDescriptor.SIZE_BYTES;
    }

    private long valueBefore(long mark) {
        return region.getLong(mark + MarkDescriptor.VALUE_BEFORE_OFFSET);
    }

    /** {@code lengthMax} is for a mark that only appended. */
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
        long valueBefore = valueBefore(mark);
        boolean appended = valueBefore == 0;
        boolean leads = !appended && ValueDescriptor.isList(valueBefore);
        if (valueBefore >>> ValueDescriptor.MARKED_BIT != 0
                || (leads
                        && ValueDescriptor.offset(valueBefore)
                                >= memory.allocator().committedBytes())) {
            report("value before a mark", mark, 0, valueBefore);
        }
        if (before < 0 || length < 0 || (appended && (before >= length || length > lengthMax))) {
            report("length of a mark, before=" + before, mark, lengthMax, length);
        }
    }

    private void report(String what, long offset, long expected, long found) {
        violationCount++;
        violations.accept(
                new CorruptionException(what, GraphChecker.REGION, offset, expected, found));
    }
}
