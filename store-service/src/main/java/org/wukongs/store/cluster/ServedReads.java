package org.wukongs.store.cluster;

import java.util.Arrays;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.Neighbours;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireWriter;

/**
 * Answers steps of other nodes from this node's part of a graph, by the kernels of its own steps.
 */
final class ServedReads {

    /** Rows expanded together: a kernel's block. */
    private static final int BLOCK = 256;

    /** So few rows are expanded at once: hardly ever are there more neighbours than fit. */
    private static final int WHOLE_ROWS_MAX = 1024;

    /** Thrown to end an expansion that does not fit into an answer. */
    private static final class TooLong extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLong() {
            super("the neighbours of a block do not fit into an answer", null, false, false);
        }
    }

    private ServedReads() {}

    /** Writes the answer for a request, which has been checked, from {@code view}. */
    static void answer(StepRequest request, TripleView view, WireWriter out) {
        switch (request.kind()) {
            case EXPAND, EXPAND_KEYS -> expand(request, view, out);
            case PROBE, PROBE_KEYS, PROBE_CONSTANT, PROBE_OF -> probe(request, view, out);
            case LISTS -> lists(request, view, out);
            case LIST_PLACES -> places(request, view, out);
            case COUNTS -> counts(view, request.pid(), out);
        }
    }

    private static void expand(StepRequest request, TripleView view, WireWriter out) {
        Expansion found = new Expansion();
        if (request.size() <= WHOLE_ROWS_MAX && expand(request, view, 0, request.size(), found)) {
            StepAnswers.putExpansion(found, request.size(), out);
            return;
        }
        found.clear();
        Expansion block = new Expansion();
        int done = 0;
        int end = 0;
        while (done == end && done < request.size()) {
            end = Math.min(request.size(), done + BLOCK);
            done =
                    expand(request, view, done, end, block)
                            ? take(block, done, end, found)
                            : expandRows(request, view, done, end, found);
        }
        StepAnswers.putExpansion(found, done, out);
    }

    private static void checkGrowth(long bytes) {
        if (bytes > RequestLimits.IDS_MAX * (long) (Long.BYTES + Integer.BYTES)) {
            throw new TooLong();
        }
    }

    /** Expands a block; returns false if its neighbours do not fit into an answer. */
    private static boolean expand(
            StepRequest request, TripleView view, int from, int end, Expansion into) {
        long[] column = request.columns()[0];
        boolean isAll = from == 0 && end == column.length;
        long[] block = isAll ? column : Arrays.copyOfRange(column, from, end);
        into.clear();
        into.countGrowth(ServedReads::checkGrowth);
        try {
            into.ensure(block.length);
            if (request.kind() == ReadKind.EXPAND) {
                view.expand(block, block.length, request.pid(), request.direction(), into);
            } else {
                view.expandKeys(block, block.length, into);
            }
            return into.size() <= RequestLimits.IDS_MAX;
        } catch (TooLong e) {
            return false;
        } finally {
            into.countGrowth(bytes -> {});
        }
    }

    /** Takes the rows of a block that fit into an answer; returns the row after the last one. */
    private static int take(Expansion block, int from, int end, Expansion into) {
        int at = 0;
        for (int row = from; row < end; row++) {
            int to = block.endOf(row - from, at);
            if (into.size() + (to - at) > RequestLimits.IDS_MAX) {
                return row;
            }
            if (to > at) {
                into.appendRow(row, block.ids(), at, to);
            }
            at = to;
        }
        return end;
    }

    /** Does the same for a block that was not expanded: reads row by row what fits. */
    private static int expandRows(
            StepRequest request, TripleView view, int from, int end, Expansion into) {
        for (int row = from; row < end; row++) {
            long id = request.columns()[0][row];
            long key =
                    request.kind() == ReadKind.EXPAND
                            ? Keys.key(id, request.pid(), request.direction())
                            : id;
            Neighbours list = view.neighbours(key);
            if (into.size() + (long) list.size() > RequestLimits.IDS_MAX) {
                return row;
            }
            into.appendAll(row, list);
        }
        return end;
    }

    private static void probe(StepRequest request, TripleView view, WireWriter out) {
        int count = request.size();
        long pid = request.pid();
        long[][] columns = request.columns();
        int[] kept = new int[count];
        int size =
                switch (request.kind()) {
                    case PROBE -> view.probe(columns[0], pid, columns[1], count, kept);
                    case PROBE_KEYS ->
                            view.probeKeys(columns[0], columns[1], columns[2], count, kept);
                    case PROBE_CONSTANT ->
                            view.probeConstant(
                                    columns[0], count, pid, Keys.OUT, request.argument(), kept);
                    default ->
                            view.probeConstant(
                                    columns[0], count, pid, Keys.IN, request.argument(), kept);
                };
        StepAnswers.putKept(kept, size, count, out);
    }

    /** Writes the length of each list, then ids of all of them. */
    private static void lists(StepRequest request, TripleView view, WireWriter out) {
        int count = request.size();
        Neighbours[] lists = new Neighbours[count];
        view.neighbours(request.columns()[0], 0, count, lists);
        int total = 0;
        for (Neighbours list : lists) {
            out.putInt(list.size());
            total += idCount(list.size(), request.argument(), request.idsMax());
        }
        long[] ids = new long[total];
        int at = 0;
        for (Neighbours list : lists) {
            int some = idCount(list.size(), request.argument(), request.idsMax());
            if (some > 0) {
                list.copyTo((int) request.argument(), some, ids, at);
                at += some;
            }
        }
        out.putLongs(ids);
    }

    /** Returns how many ids of a list come from a place on. */
    static int idCount(int length, long from, int idsMax) {
        return (int) Math.min(Math.max(0, length - from), idsMax);
    }

    private static void places(StepRequest request, TripleView view, WireWriter out) {
        Neighbours list = view.neighbours(request.argument());
        long[] places = request.columns()[0];
        long[] ids = new long[places.length];
        for (int i = 0; i < ids.length; i++) {
            long place = InputLimits.checkRange("place of a list", places[i], 0, list.size() - 1L);
            ids[i] = list.get((int) place);
        }
        out.putLongs(ids);
    }

    private static void counts(TripleView view, long pid, WireWriter out) {
        out.putLong(view.tripleCount())
                .putLong(pid == Keys.PREDICATES ? 0 : view.tripleCount(pid))
                .putLong(vertices(view, pid, Keys.OUT))
                .putLong(vertices(view, pid, Keys.IN));
    }

    private static long vertices(TripleView view, long pid, int direction) {
        return pid == Keys.PREDICATES
                ? 0
                : view.degree(Keys.key(Vids.INDEX_VERTEX, pid, direction));
    }
}
