package org.wukongs.store.progress;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.wukongs.error.WukongsException;

/**
 * Numbers of writer epochs, none of which is given twice, also not by a store that comes back from
 * a checkpoint and has forgotten what it did after it:
 *
 * <pre>
 *   63                        28 27                      0
 *  +----------------------------+-------------------------+
 *  | start of the store         | epoch within the start  |
 *  +----------------------------+-------------------------+
 * </pre>
 *
 * <p>Starts have rising numbers where the store keeps its data; a store that keeps none is in start
 * 0, and knows nothing of what others had. Of each earlier start it is known up to which epoch the
 * store has kept what it did; later ones are lost, those of a start without a checkpoint
 * altogether. Owned by the store agent.
 */
final class EpochNumbers {

    private static final int START_SHIFT = 28;

    /** Writers of all streams' epochs: of some 60 bytes each, 60 MB. */
    static final int WRITER_COUNT_MAX = 1 << 20;

    private final NavigableMap<Long, Long> newestKept = new TreeMap<>(); // epoch by earlier start
    private long start;
    private long newest;
    private long writerCount; // of the newest epochs of all streams

    /** A number that is higher than all given before. */
    long next() {
        if ((newest + 1) >>> START_SHIFT != start) {
            throw WukongsException.fatal(
                    "there are no more numbers of writer epochs, start the store anew: epoch="
                            + newest);
        }
        return ++newest;
    }

    /** A stream's writers give way to others; USER error where all streams have too many. */
    void replaceWriters(int before, int after) {
        long count = writerCount - before + after;
        if (after > before && count > WRITER_COUNT_MAX) {
            throw WukongsException.user(
                    "the streams have too many writers in all: writerCount="
                            + count
                            + " writerCountMax="
                            + WRITER_COUNT_MAX);
        }
        writerCount = count;
    }

    long newest() {
        return newest;
    }

    /** Epochs up to which earlier starts, and this one, are kept, by start. */
    NavigableMap<Long, Long> kept() {
        NavigableMap<Long, Long> kept = new TreeMap<>(newestKept);
        kept.put(start, newest);
        return Collections.unmodifiableNavigableMap(kept);
    }

    /**
     * The store starts again, with what {@code kept} says of earlier starts; before any number is
     * given.
     */
    void begin(long newStart, NavigableMap<Long, Long> kept) {
        if (newest != 0 || (!kept.isEmpty() && kept.lastKey() >= newStart)) {
            throw new IllegalStateException(
                    "a start is behind another one: start=" + newStart + " kept=" + kept);
        }
        newestKept.putAll(kept);
        start = newStart;
        newest = newStart << START_SHIFT;
    }

    /**
     * False where this store has never had an epoch, or has forgotten it. One that keeps no data
     * cannot tell its own from another's.
     */
    boolean isKept(long epoch) {
        long of = epoch >>> START_SHIFT;
        return start == 0
                || (of == start && epoch <= newest)
                || newestKept.getOrDefault(of, 0L) >= epoch;
    }
}
