package org.wukongs.store.explore;

import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.memory.TripleView;

/** The rows of a sample that a probe keeps. */
final class KeptRows implements Sample.Source {

    private final Sample from;
    private final Step probe;
    private final PlanningEffort effort;
    private int looked;

    KeptRows(Sample from, Step probe, PlanningEffort effort) {
        this.from = from;
        this.probe = probe;
        this.effort = effort;
    }

    /** The sample after the probe: of enough rows to say what share it keeps, if there are. */
    Sample sample() {
        Sample kept = new Sample(from.bindings(), from.columnCount(), this);
        while (kept.size() < Sample.FOUND_MIN && kept.grow()) {}
        return kept;
    }

    /** Rows that it looked at. */
    int looked() {
        return looked;
    }

    @Override
    public boolean drawInto(Sample sample) {
        if (looked == from.size() && !(effort.isLeft() && from.grow())) {
            return false;
        }
        int[] kept = new int[from.size() - looked];
        sample.append(from, kept, probe(kept));
        return true;
    }

    /** Writes the rows not looked at so far that the probe keeps; returns how many. */
    int probe(int[] kept) {
        TripleView view = from.bindings().graph(probe);
        effort.look(from.size() - looked);
        int count = 0;
        for (; looked < from.size(); looked++) {
            long pid = from.pid(probe.predicate(), looked);
            if (pid != TermDictionary.UNKNOWN
                    && view.contains(
                            from.value(probe.vertex(), looked),
                            pid,
                            from.value(probe.other(), looked))) {
                kept[count++] = looked;
            }
        }
        return count;
    }
}
