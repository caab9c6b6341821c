package org.wukongs.store.explore;

import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.memory.TripleView;

/** The rows of a sample that a probe keeps. */
final class KeptRows implements Sample.Source {

    private final Sample from;
    private final Step probe;
    private final PlanningEffort effort;
    private final Sample kept;
    private int looked;

    /** Looks at the first rows of a sample that is not empty. */
    KeptRows(Sample from, Step probe, PlanningEffort effort) {
        this.from = from;
        this.probe = probe;
        this.effort = effort;
        kept = new Sample(from.bindings(), from.columnCount(), this);
        drawInto(kept);
    }

    /** The sample after the probe. */
    Sample sample() {
        return kept;
    }

    /** The share of the rows that it keeps. */
    double share() {
        return Math.max(Sample.NONE_FOUND, kept.size()) / looked;
    }

    @Override
    public boolean drawInto(Sample sample) {
        if (looked == from.size() && !(effort.isLeft() && from.grow())) {
            return false;
        }
        TripleView view = from.bindings().graph(probe);
        int end = Math.min(from.size(), Math.max(Sample.ROWS_FIRST, 2 * looked));
        effort.look(end - looked);
        int[] rows = new int[end - looked];
        int count = 0;
        for (; looked < end; looked++) {
            long pid = from.pid(probe.predicate(), looked);
            if (pid != TermDictionary.UNKNOWN
                    && view.contains(
                            from.value(probe.vertex(), looked),
                            pid,
                            from.value(probe.other(), looked))) {
                rows[count++] = looked;
            }
        }
        sample.append(from, rows, count);
        return true;
    }
}
