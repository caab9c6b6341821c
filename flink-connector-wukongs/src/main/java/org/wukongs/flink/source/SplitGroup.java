package org.wukongs.flink.source;

import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;

/** Splits of a node whose windows one request asks for. Owned by the fetch thread. */
interface SplitGroup {

    /** The splits still being read; the caller removes finished ones from this list. */
    List<SplitCursor> cursors();

    /**
     * Executes the ready windows of all splits, waiting up to {@code wait} for the first one; calls
     * {@code ready} for each split that was answered, also if it has no window.
     */
    void fetch(Duration wait, BiConsumer<SplitCursor, ReadyWindows> ready);

    /** Whether some window is to come, as far as is known. */
    default boolean unfinished() {
        return cursors().stream().anyMatch(cursor -> !cursor.finished());
    }

    /** Whether waiting is useless: nothing comes until a writer opens a stream again. */
    default boolean resting() {
        return cursors().stream().allMatch(SplitCursor::resting);
    }
}
