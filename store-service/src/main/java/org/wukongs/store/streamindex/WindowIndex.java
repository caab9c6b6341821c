package org.wukongs.store.streamindex;

import java.util.Collection;
import java.util.List;
import org.wukongs.store.memory.TripleIndex;
import org.wukongs.store.transientstore.Slice;

/**
 * The triples of [fromMs, toMs) of one stream, complete whatever the stored graphs already hold.
 */
public final class WindowIndex {

    private final long fromMs;
    private final long toMs;
    private final List<Slice> slices;
    private final TripleIndex triples = new TripleIndex();

    WindowIndex(long fromMs, long toMs, Collection<Slice> slices) {
        this.fromMs = fromMs;
        this.toMs = toMs;
        this.slices = List.copyOf(slices);
        for (Slice slice : this.slices) {
            for (int row = 0; row < slice.size(); row++) {
                if (inWindow(slice, row)) {
                    triples.add(slice.subject(row), slice.predicate(row), slice.object(row));
                }
            }
        }
    }

    public TripleIndex triples() {
        return triples;
    }

    /**
     * The newest event time of a triple in the window, {@code Long.MIN_VALUE} where it is not in
     * it; a scan.
     */
    public long newestEventTimeMs(long subject, long predicate, long object) {
        long newest = Long.MIN_VALUE;
        for (Slice slice : this.slices) {
            for (int row = 0; row < slice.size(); row++) {
                if (slice.subject(row) == subject
                        && slice.predicate(row) == predicate
                        && slice.object(row) == object
                        && inWindow(slice, row)) {
                    newest = Math.max(newest, slice.eventTimeMs(row));
                }
            }
        }
        return newest;
    }

    private boolean inWindow(Slice slice, int row) {
        long timeMs = slice.eventTimeMs(row);
        return timeMs >= fromMs && timeMs < toMs;
    }
}
