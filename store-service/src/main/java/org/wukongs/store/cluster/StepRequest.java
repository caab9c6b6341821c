package org.wukongs.store.cluster;

import java.util.Arrays;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.InputLimits;
import org.wukongs.wire.WireReader;
import org.wukongs.wire.WireWriter;

/**
 * One step of an exploration that another node shall read, a whole column at once.
 *
 * @param graph name of the stored graph
 * @param sn number of the snapshot, which the asking node holds
 * @param pid predicate of EXPAND, PROBE, PROBE_CONSTANT, PROBE_OF and COUNTS, else 0
 * @param direction direction of EXPAND, else OUT
 * @param argument the neighbour of PROBE_CONSTANT, the vertex of PROBE_OF, the first place of
 *     LISTS, the key of LIST_PLACES, else 0
 * @param idsMax the most ids of each list of LISTS, else 0
 * @param columns the columns of the {@link ReadKind}, all of one length
 */
record StepRequest(
        ReadKind kind,
        String graph,
        long sn,
        long pid,
        int direction,
        long argument,
        int idsMax,
        long[]... columns) {

    /** Returns the number of rows. */
    int size() {
        return columns.length == 0 ? 0 : columns[0].length;
    }

    /** Returns the same request for rows {@code from} to {@code to - 1}. */
    StepRequest rows(int from, int to) {
        if (from == 0 && to == size()) {
            return this;
        }
        long[][] some = new long[columns.length][];
        for (int i = 0; i < some.length; i++) {
            some[i] = Arrays.copyOfRange(columns[i], from, to);
        }
        return new StepRequest(kind, graph, sn, pid, direction, argument, idsMax, some);
    }

    WireWriter encode(WireWriter out) {
        out.begin(PeerMessage.READ.code())
                .putByte(kind.code())
                .putString(graph)
                .putLong(sn)
                .putInt((int) pid)
                .putByte(direction)
                .putLong(argument)
                .putInt(idsMax);
        for (long[] column : columns) {
            out.putLongs(column);
        }
        return out;
    }

    /**
     * Reads a request; USER error if a value is out of bounds.
     *
     * @param isOwnAt whether the reading node owns a vertex, by snapshot
     */
    static StepRequest decode(WireReader in, LongFunction<LongPredicate> isOwnAt) {
        ReadKind kind = ReadKind.of(in.getByte());
        String graph = in.getString();
        if (graph == null) {
            throw WukongsException.user("a step between nodes names no graph");
        }
        InputLimits.checkLength("name of a graph", graph, InputLimits.NAME_CHARS_MAX);
        long sn = InputLimits.checkRange("snapshot", in.getLong(), 0, Long.MAX_VALUE - 1);
        long pid = InputLimits.checkRange("pid", in.getInt(), 0, Keys.PID_MAX);
        int direction = (int) InputLimits.checkRange("direction", in.getByte(), 0, 1);
        long argument = in.getLong();
        int idsMax =
                (int) InputLimits.checkRange("ids", in.getInt(), 0, RequestLimits.PAGE_IDS_MAX);
        long[][] columns = new long[kind.columnCount()][];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = in.getLongs();
            long most = i == 0 ? RequestLimits.ROWS_MAX : columns[0].length;
            InputLimits.checkRange("rows", columns[i].length, i == 0 ? 0 : most, most);
        }
        StepRequest request =
                new StepRequest(kind, graph, sn, pid, direction, argument, idsMax, columns);
        request.check(isOwnAt.apply(sn));
        return request;
    }

    private void check(LongPredicate isOwn) {
        switch (kind) {
            case EXPAND -> checkOwn(columns[0], isOwn);
            case EXPAND_KEYS, LISTS -> {
                for (long key : columns[0]) {
                    checkKey(key, isOwn);
                }
                InputLimits.checkRange("place", argument, 0, Integer.MAX_VALUE);
                long ids = (long) idsMax * columns[0].length;
                InputLimits.checkRange("ids", ids, 0, RequestLimits.IDS_MAX);
            }
            case PROBE, PROBE_KEYS -> checkOwn(columns[0], isOwn);
            case PROBE_CONSTANT -> {
                checkOwn(columns[0], isOwn);
                checkVertex(argument);
            }
            case PROBE_OF -> checkOwn(new long[] {argument}, isOwn);
            case LIST_PLACES -> checkKey(argument, isOwn);
            case COUNTS -> {
                // the pid is all
            }
        }
    }

    private static void checkOwn(long[] vertices, LongPredicate isOwn) {
        for (long vertex : vertices) {
            checkVertex(vertex);
            if (!isOwn.test(vertex)) {
                throw WukongsException.retriable("another node owns the vertex: vid=" + vertex);
            }
        }
    }

    private static void checkVertex(long vertex) {
        InputLimits.checkRange("vid", vertex, 1, (1L << Vids.BITS) - 1);
    }

    private static void checkKey(long key, LongPredicate isOwn) {
        if (key == TripleView.NO_KEY) {
            throw WukongsException.user("a step between nodes has no key in a row");
        }
        long vid = Keys.vid(key);
        if (vid != Vids.INDEX_VERTEX && !isOwn.test(vid)) {
            throw WukongsException.retriable("another node owns the vertex: vid=" + vid);
        }
    }
}
