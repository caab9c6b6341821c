package org.wukongs.store.explore;

import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.view.TripleView;

/** Estimates fan-outs and selectivities from the counts of the views, for use without a sample. */
final class Estimates {

    /** The assumed share of rows that a condition keeps, about which nothing is known. */
    static final double FILTER_SELECTIVITY = 0.5;

    /** The assumed number of neighbours or predicates of a vertex if the predicate is unknown. */
    private static final double FAN_OUT_GUESS = 4;

    private final Bindings bindings;

    Estimates(Bindings bindings) {
        this.bindings = bindings;
    }

    /** Returns the number of rows that a producing step makes of one row. */
    double fanOut(Step step) {
        TripleView view = bindings.graph(step);
        if (step.hasConstantKey()) {
            return view.degree(constantKey(step));
        }
        if (step.predicate() == null || !step.predicate().isConstant()) {
            return FAN_OUT_GUESS;
        }
        long pid = bindings.pid(step.predicate());
        return view.tripleCount(pid) / vertices(view, pid, step.direction());
    }

    /** Returns the number of entries that a step with one key for all rows reads. */
    double readCount(Step step) {
        return bindings.graph(step).readCount(constantKey(step));
    }

    private long constantKey(Step step) {
        long vid = step.vertex() == null ? Vids.INDEX_VERTEX : bindings.constant(step.vertex());
        return Keys.key(vid, bindings.pid(step.predicate()), step.direction());
    }

    /** Returns the share of rows that a check keeps. */
    double selectivity(Step check) {
        if (check.kind() == StepKind.FILTER) {
            return FILTER_SELECTIVITY;
        }
        if (!check.predicate().isConstant()) {
            return FILTER_SELECTIVITY;
        }
        TripleView view = bindings.graph(check);
        long pid = bindings.pid(check.predicate());
        double matches = view.tripleCount(pid);
        double pairs = vertices(view, pid, Keys.OUT) * vertices(view, pid, Keys.IN);
        if (check.other().isConstant() && !check.vertex().isConstant()) {
            matches = view.degree(Keys.key(bindings.constant(check.other()), pid, Keys.IN));
            pairs = vertices(view, pid, Keys.OUT);
        } else if (check.vertex().isConstant() && !check.other().isConstant()) {
            matches = view.degree(Keys.key(bindings.constant(check.vertex()), pid, Keys.OUT));
            pairs = vertices(view, pid, Keys.IN);
        }
        return Math.min(1, matches / pairs);
    }

    /** Returns the number of distinct subjects (OUT) or objects (IN) of a predicate, at least 1. */
    private static double vertices(TripleView view, long pid, int direction) {
        return Math.max(1, view.degree(Keys.key(Vids.INDEX_VERTEX, pid, direction)));
    }
}
