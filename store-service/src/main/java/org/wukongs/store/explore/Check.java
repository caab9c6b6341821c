package org.wukongs.store.explore;

import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.memory.TripleView;
import org.wukongs.id.Keys;

/** The running side of a checking step: which rows of a frame it keeps. */
final class Check {

    private final Step step;
    private Bindings bindings;
    private TripleView view;
    private long[][] filterColumns;

    Check(Step step) {
        this.step = step;
        if (step.filter() != null) {
            filterColumns = new long[step.filter().columns().length][];
        }
    }

    void bind(Bindings execution) {
        bindings = execution;
        view = step.graph() < 0 ? null : execution.graph(step);
    }

    /** Writes the rows of {@code frame} to keep, ascending; returns how many. */
    int run(Frame frame, int[] kept) {
        if (step.kind() == StepKind.FILTER) {
            return filter(frame, kept);
        }
        if (!step.predicate().isConstant()) {
            return probeRows(frame, kept);
        }
        long pid = bindings.constant(step.predicate());
        Place subject = step.vertex();
        Place object = step.other();
        int count = frame.size();
        if (!subject.isConstant() && !object.isConstant()) {
            long[] subjects = frame.column(subject.column());
            return view.probe(subjects, pid, frame.column(object.column()), count, kept);
        }
        if (subject.isConstant() && object.isConstant()) {
            return probeRows(frame, kept);
        }
        int direction = object.isConstant() ? Keys.OUT : Keys.IN;
        long constant = bindings.constant(object.isConstant() ? object : subject);
        long[] vertices = frame.column((object.isConstant() ? subject : object).column());
        return view.probeConstant(vertices, count, pid, direction, constant, kept);
    }

    /** One row at a time: the predicate is a variable, or everything is constant. */
    private int probeRows(Frame frame, int[] kept) {
        long[] subjects = column(frame, step.vertex());
        long[] predicates = column(frame, step.predicate());
        long[] objects = column(frame, step.other());
        int size = 0;
        for (int row = 0; row < frame.size(); row++) {
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
    private static long[] column(Frame frame, Place place) {
        return place.isConstant() ? null : frame.column(place.column());
    }

    private int filter(Frame frame, int[] kept) {
        int[] columns = step.filter().columns();
        for (int i = 0; i < columns.length; i++) {
            long[] ids = frame.column(columns[i]);
            filterColumns[i] = ids == null ? new long[frame.size()] : ids;
        }
        RowFilter filter = bindings.filters()[step.filter().filter()];
        return filter.filter(filterColumns, frame.size(), kept);
    }
}
