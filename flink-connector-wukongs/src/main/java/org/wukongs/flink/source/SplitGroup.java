package org.wukongs.flink.source;

import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;

/** Splits of a node that are asked for together. Owned by the fetch thread. */
interface SplitGroup {

    /** Those that are still read; finished ones are taken out here. */
    List<SplitCursor> cursors();

    /**
     * Has ready windows of all of them executed and waits up to {@code wait} for the first; each
     * that was answered is told to {@code ready}, also where it has no window.
     */
    void fetch(Duration wait, BiConsumer<SplitCursor, ReadyWindows> ready);

    /** Whether there is something to come, as far as is known. */
    default boolean unfinished() {
        return cursors().stream().anyMatch(cursor -> !cursor.finished());
    }

    /** Nobody needs to wait here: nothing comes until a writer opens a stream again. */
    default boolean resting() {
        return cursors().stream().allMatch(SplitCursor::resting);
    }
}
