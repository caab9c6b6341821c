package org.wukongs.store.progress;

import java.util.Collections;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.wukongs.error.WukongsException;

/**
 * Gives the numbers of writer epochs, none of them twice, not even by a store that was restored
 * from a checkpoint and has lost what it did after it:
 *
 * <pre>
 *   63                        28 27                      0
 *  +----------------------------+-------------------------+
 *  | start of the store         | epoch within the start  |
 *  +----------------------------+-------------------------+
 * </pre>
 *
 * <p>If the store keeps its data, starts have rising numbers; a store that keeps no data is always
 * in start 0, and knows nothing of earlier starts. For each earlier start the newest epoch whose
 * data is kept is known; later epochs are lost, and all epochs of a start without a checkpoint.
 * Owned by the store agent.
 */
final class EpochNumbers {

    private static final int START_SHIFT = 28;

    /** Maximum writers of the epochs of all streams: 60 MB at some 60 bytes each. */
    static final int WRITER_COUNT_MAX = 1 << 20;

    private final NavigableMap<Long, Long> newestKept = new TreeMap<>(); // epoch by earlier start
    private long start;
    private long newest;
    private long writerCount; // of the newest epochs of all streams

    /** Returns a number higher than all given before. */
    long next() {
        if ((newest + 1) >>> START_SHIFT != start) {
            throw WukongsException.fatal(
                    "the numbers of writer epochs are used up, restart the store: epoch=" + newest);
        }
        return ++newest;
    }

    /**
     * Counts a stream's new writers in place of its old ones; USER error if all streams together
     * have too many.
     */
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

    /** Returns the newest kept epoch of each earlier start and of this one, by start. */
    NavigableMap<Long, Long> kept() {
        NavigableMap<Long, Long> kept = new TreeMap<>(newestKept);
        kept.put(start, newest);
        return Collections.unmodifiableNavigableMap(kept);
    }

    /** Returns the number of this start. */
    long start() {
        return start;
    }

    /** Begins another start, to which everything of the ones before is known. */
    void begin(long newStart) {
        if (newStart <= start) {
            throw new IllegalStateException(
                    "a start is not newer than an earlier one: start="
                            + newStart
                            + " before="
                            + start);
        }
        if (newest > 0) {
            newestKept.put(start, newest);
        }
        start = newStart;
        newest = newStart << START_SHIFT;
    }

    /**
     * Restores the start of a cut and those before it: {@code kept} is what {@link #kept} has said.
     */
    void restore(NavigableMap<Long, Long> kept) {
        kept.forEach(
                (of, epoch) -> {
                    if (of < 0 || epoch >>> START_SHIFT != of) {
                        throw new IllegalArgumentException(
                                "an epoch is not of its start: start=" + of + " epoch=" + epoch);
                    }
                });
        if (kept.isEmpty()) {
            throw new IllegalArgumentException("no start is known");
        }
        newestKept.clear();
        newestKept.putAll(kept.headMap(kept.lastKey(), false));
        start = kept.lastKey();
        newest = kept.lastEntry().getValue();
    }

    /**
     * Knows the epochs of another node's streams, which are this one's from now on: later numbers
     * are higher than all of them. {@code kept} is what {@link #kept} has said there.
     */
    void adopt(NavigableMap<Long, Long> kept) {
        kept.forEach(
                (of, epoch) -> {
                    checkStart(of, epoch);
                    if (of < start) {
                        newestKept.merge(of, epoch, Math::max);
                    } else if (of == start) {
                        newest = Math.max(newest, epoch);
                    } else {
                        newestKept.put(start, newest);
                        start = of;
                        newest = epoch;
                    }
                });
    }

    private static void checkStart(long of, long epoch) {
        if (of < 0 || (epoch != 0 && epoch >>> START_SHIFT != of)) {
            throw new IllegalArgumentException(
                    "an epoch is not of its start: start=" + of + " epoch=" + epoch);
        }
    }

    /**
     * Returns false if this store never had an epoch, or has lost it. A store that keeps no data
     * cannot distinguish its own epochs from those of others.
     */
    boolean isKept(long epoch) {
        long of = epoch >>> START_SHIFT;
        return start == 0
                || (of == start && epoch <= newest)
                || newestKept.getOrDefault(of, 0L) >= epoch;
    }
}
