package org.wukongs.store.explore;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.wukongs.id.Keys;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.view.TripleView;

/** Executes a checking step: finds the rows of a morsel to keep. */
final class Check {

    private final Step step;
    private final LongConsumer growth;
    private Bindings bindings;
    private TripleView view;
    private long[][] filterColumns;
    private final RunProbe[] runs = new RunProbe[2]; // by direction, made for large morsels
    private final boolean[] runsBound = new boolean[2];

    Check(Step step) {
        this(step, bytes -> {});
    }

    /** {@code growth} is told by how many bytes buffers are about to grow, and may throw. */
    Check(Step step, LongConsumer growth) {
        this.step = step;
        this.growth = growth;
        if (step.filter() != null) {
            filterColumns = new long[step.filter().columns().length][];
        }
    }

    void bind(Bindings execution) {
        bindings = execution;
        view = step.graph() < 0 ? null : execution.graph(step);
        Arrays.fill(runsBound, false);
    }

    void unbind() {
        bindings = null;
        view = null;
        for (RunProbe probe : runs) {
            if (probe != null) {
                probe.unbind();
            }
        }
        if (filterColumns != null) {
            Arrays.fill(filterColumns, null);
        }
    }

    /** Writes the rows of {@code morsel} to keep, ascending; returns their number. */
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
            return probeColumns(morsel, pid, kept);
        }
        if (subject.isConstant() && object.isConstant()) {
            return probeRows(morsel, kept);
        }
        int direction = object.isConstant() ? Keys.OUT : Keys.IN;
        long constant = bindings.constant(object.isConstant() ? object : subject);
        long[] vertices = morsel.column((object.isConstant() ? subject : object).column());
        return view.probeConstant(vertices, count, pid, direction, constant, kept);
    }

    private int probeColumns(Morsel morsel, long pid, int[] kept) {
        long[] subjects = morsel.column(step.vertex().column());
        long[] objects = morsel.column(step.other().column());
        int count = morsel.size();
        if (RunProbe.mayPay(objects, count)) {
            RunProbe probe = runs(Keys.IN, pid);
            if (probe.pays()) {
                return probe.probe(subjects, objects, count, kept);
            }
        } else if (RunProbe.mayPay(subjects, count)) {
            RunProbe probe = runs(Keys.OUT, pid);
            if (probe.pays()) {
                return probe.probe(subjects, objects, count, kept);
            }
        }
        return view.probe(subjects, pid, objects, count, kept);
    }

    private RunProbe runs(int direction, long pid) {
        if (runs[direction] == null) {
            runs[direction] = new RunProbe(direction, growth);
        }
        if (!runsBound[direction]) {
            runs[direction].bind(view, pid);
            runsBound[direction] = true;
        }
        return runs[direction];
    }

    /** Probes one row at a time, if the predicate is a variable or everything is constant. */
    private int probeRows(Morsel morsel, int[] kept) {
        long[] subjects = column(morsel, step.vertex());
        long[] predicates = column(morsel, step.predicate());
        long[] objects = column(morsel, step.other());
        if (view.isRemote()) {
            return probeAll(morsel.size(), subjects, predicates, objects, kept);
        }
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

    /** Probes all rows together; a column is null for a constant. */
    private int probeAll(
            int count, long[] subjects, long[] predicates, long[] objects, int[] kept) {
        long[] pids = new long[count];
        for (int row = 0; row < count; row++) {
            pids[row] =
                    predicates == null
                            ? bindings.constant(step.predicate())
                            : bindings.dictionary().predicateOfVertex(predicates[row]);
        }
        return view.probeKeys(
                filled(subjects, step.vertex(), count),
                pids,
                filled(objects, step.other(), count),
                count,
                kept);
    }

    private long[] filled(long[] column, Place place, int count) {
        if (column != null) {
            return column;
        }
        long[] same = new long[count];
        Arrays.fill(same, bindings.constant(place));
        return same;
    }

    /** Returns the column of a place, null for a constant. */
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
