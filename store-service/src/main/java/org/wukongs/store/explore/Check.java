package org.wukongs.store.explore;

import org.wukongs.id.Keys;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.memory.TripleView;

/** The running side of a checking step: which rows of a morsel it keeps. */
final class Check {

    private final Step step;
    private Bindings bindings;
    private TripleView view;
    private long[][] filterColumns;
    private RunProbe runs; // made for the first large morsel
    private boolean runsBound;

    Check(Step step) {
        this.step = step;
        if (step.filter() != null) {
            filterColumns = new long[step.filter().columns().length][];
        }
    }

    void bind(Bindings execution) {
        bindings = execution;
        view = step.graph() < 0 ? null : execution.graph(step);
        runsBound = false;
    }

    /** Writes the rows of {@code morsel} to keep, ascending; returns how many. */
    int run(Morsel morsel, int[] kept) {
        if (step.kind() == StepKind.FILTER) {
            return filter(morsel, kept);
        }
        if (!step.predicate().isConstant()) {
            return probeRows(morsel, kept);
        }
        long pid = bindings.constant(step.predicate());
        Place subject = step.vertex();
        Place object = step.other();
        int count = morsel.size();
        if (!subject.isConstant() && !object.isConstant()) {
            long[] objects = morsel.column(object.column());
            if (RunProbe.mayPay(objects, count)) {
                return probeRuns(morsel, pid, objects, kept);
            }
            return view.probe(morsel.column(subject.column()), pid, objects, count, kept);
        }
        if (subject.isConstant() && object.isConstant()) {
            return probeRows(morsel, kept);
        }
        int direction = object.isConstant() ? Keys.OUT : Keys.IN;
        long constant = bindings.constant(object.isConstant() ? object : subject);
        long[] vertices = morsel.column((object.isConstant() ? subject : object).column());
        return view.probeConstant(vertices, count, pid, direction, constant, kept);
    }

    private int probeRuns(Morsel morsel, long pid, long[] objects, int[] kept) {
        if (runs == null) {
            runs = new RunProbe();
        }
        if (!runsBound) {
            runs.bind(view, pid);
            runsBound = true;
        }
        long[] subjects = morsel.column(step.vertex().column());
        return runs.pays()
                ? runs.probe(subjects, objects, morsel.size(), kept)
                : view.probe(subjects, pid, objects, morsel.size(), kept);
    }

    /** One row at a time: the predicate is a variable, or everything is constant. */
    private int probeRows(Morsel morsel, int[] kept) {
        long[] subjects = column(morsel, step.vertex());
        long[] predicates = column(morsel, step.predicate());
        long[] objects = column(morsel, step.other());
        int size = 0;
        for (int row = 0; row < morsel.size(); row++) {
            long pid =
                    predicates == null
                            ? bindings.constant(step.predicate())
                            : bindings.dictionary().predicateOfVertex(predicates[row]);
            long s = subjects == null ? bindings.constant(step.vertex()) : subjects[row];
            long o = objects == null ? bindings.constant(step.other()) : objects[row];
            if (pid != TermDictionary.UNKNOWN && view.contains(s, pid, o)) {
                kept[size++] = row;
            }
        }
        return size;
    }

    /** Null for a constant. */
    private static long[] column(Morsel morsel, Place place) {
        return place.isConstant() ? null : morsel.column(place.column());
    }

    private int filter(Morsel morsel, int[] kept) {
        int[] columns = step.filter().columns();
        for (int i = 0; i < columns.length; i++) {
            long[] ids = morsel.column(columns[i]);
            filterColumns[i] = ids == null ? new long[morsel.size()] : ids;
        }
        RowFilter filter = bindings.filters()[step.filter().filter()];
        return filter.filter(filterColumns, morsel.size(), kept);
    }
}
