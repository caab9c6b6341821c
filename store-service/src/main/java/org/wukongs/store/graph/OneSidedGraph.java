package org.wukongs.store.graph;

import java.util.Arrays;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;
import org.wukongs.store.fabric.RemoteMemory;
import org.wukongs.store.fabric.RemoteReadException;
import org.wukongs.store.view.Expansion;

/**
 * A stored graph in another node's memory, at a snapshot that the node holds for this one. Steps
 * read whole columns, in blocks of rows: directory words, then values, then lists, each for all
 * rows of a block together. Rows have vertices, and predicates that triples have; lists of
 * predicates and of index vertices are not read here.
 *
 * <p>Any thread, between enter and leave of its {@link OneSidedMemory}. What a call has found
 * counts if {@link OneSidedMemory#counts} says so after it.
 */
public final class OneSidedGraph {

    private static final int BLOCK = RemoteColumn.BLOCK;

    /** For fewer rows, searching the set is cheaper than making a table, which happens once. */
    private static final int CODES_ROWS_MIN = 64;

    /** Longest array of all Java virtual machines. */
    private static final int IDS_MAX = Integer.MAX_VALUE - 8;

    private final RemotePredicateSets sets;
    private final RemoteDirectory directory;
    private final RemoteValues values;
    private final RemoteLists lists;
    private final RemoteProbes probes;
    private final LocationCache locations; // null for none
    private final KnownTables tables; // null if the graph is not there
    private final long sn;

    /**
     * @param locations of hot vertices, null if they are not kept
     * @param tables of the graph, null if it is not there
     */
    OneSidedGraph(
            RemoteMemory memory,
            RemotePredicateSets sets,
            LocationCache locations,
            KnownTables tables,
            long sn) {
        this.sets = sets;
        this.directory = new RemoteDirectory(memory);
        this.values = new RemoteValues(memory, sets);
        this.lists = new RemoteLists(memory);
        this.probes = new RemoteProbes(memory);
        this.locations =
                tables == null || tables.number() == KnownTables.NOT_KEPT ? null : locations;
        this.tables = tables;
        this.sn = sn;
    }

    /** Returns whether the list of a key can be read here. */
    public static boolean isReadable(long key) {
        long pid = Keys.pid(key);
        return Keys.vid(key) != Vids.INDEX_VERTEX && pid != Keys.PREDICATES;
    }

    // Expansions

    /** Appends the neighbours of each vertex; see {@code TripleView.expand}. */
    public void expand(long[] vertices, long pid, int direction, Expansion into) {
        byte[] codes = codes((int) pid, vertices.length);
        RemoteColumn column = RemoteColumn.ofThread();
        for (int from = 0; from < vertices.length; from += BLOCK) {
            column.rows = Math.min(BLOCK, vertices.length - from);
            for (int row = 0; row < column.rows; row++) {
                column.vids[row] = vertices[from + row];
                column.pids[row] = (int) pid;
                column.directions[row] = direction;
            }
            read(codes, 1 << direction, column);
            append(from, column, into);
        }
    }

    /** Appends the neighbours of each key, all of which are readable. */
    public void expandKeys(long[] keys, Expansion into) {
        RemoteColumn column = RemoteColumn.ofThread();
        for (int from = 0; from < keys.length; from += BLOCK) {
            readKeys(keys, from, column);
            append(from, column, into);
        }
    }

    private void append(int from, RemoteColumn column, Expansion into) {
        long total = 0;
        for (int row = 0; row < column.rows; row++) {
            total += column.lengths[row];
        }
        int size = into.size();
        RemoteReadException.check("ids of some rows", total, 0, IDS_MAX - size);
        into.ensure(Math.toIntExact(total));
        lists.copy(column, 0, column.lengths, into.ids(), size);
        checkIds(into.ids(), size, size + (int) total);
        for (int row = 0; row < column.rows; row++) {
            if (column.lengths[row] > 0) {
                into.extend(from + row, column.lengths[row]);
            }
        }
    }

    private static void checkIds(long[] ids, int from, int to) {
        long outside = 0;
        for (int i = from; i < to; i++) {
            outside |= ids[i] >>> Vids.BITS | (ids[i] == 0 ? 1 : 0);
        }
        RemoteReadException.check("bits of ids beyond those of a vid", outside, 0, 0);
    }

    // Probes

    /** Keeps rows whose triple is there; see {@code TripleView.probe}. */
    public int probe(long[] subjects, long pid, long[] objects, int[] kept) {
        return probe(subjects, pid, null, objects, 0, kept);
    }

    /** As above, with a pid for each row. */
    public int probeKeys(long[] subjects, long[] pids, long[] objects, int[] kept) {
        return probe(subjects, 0, pids, objects, 0, kept);
    }

    /** Keeps rows whose subject has an object. */
    public int probeConstant(long[] subjects, long pid, long object, int[] kept) {
        return probe(subjects, pid, null, null, object, kept);
    }

    /** Probes with one pid or several, and several objects or one. */
    private int probe(
            long[] subjects, long pid, long[] pids, long[] objects, long object, int[] kept) {
        byte[] codes = pids == null ? codes((int) pid, subjects.length) : null;
        RemoteColumn column = RemoteColumn.ofThread();
        RemoteProbes.Block block = RemoteProbes.Block.ofThread();
        int size = 0;
        for (int from = 0; from < subjects.length; from += BLOCK) {
            column.rows = Math.min(BLOCK, subjects.length - from);
            for (int row = 0; row < column.rows; row++) {
                column.vids[row] = subjects[from + row];
                column.pids[row] = (int) (pids == null ? pid : pids[from + row]);
                column.directions[row] = Keys.OUT;
            }
            read(codes, 1 << Keys.OUT, column);
            block.count = column.rows;
            for (int row = 0; row < column.rows; row++) {
                block.rows[row] = row;
                block.ids[row] = objects == null ? object : objects[from + row];
            }
            size = keep(from, column, block, kept, size);
        }
        return size;
    }

    /** Keeps rows from {@code from} on whose probe finds its id; returns how many are kept then. */
    private int keep(int from, RemoteColumn column, RemoteProbes.Block block, int[] kept, int at) {
        probes.find(column, lists, block);
        int size = at;
        for (int probe = 0; probe < block.count; probe++) {
            kept[size] = from + probe;
            size += block.ids[probe] != 0 && block.isFound[probe] ? 1 : 0;
        }
        return size;
    }

    /** Keeps rows whose vertex is an object of a subject. */
    public int probeOf(long subject, long pid, long[] objects, int[] kept) {
        RemoteColumn column = RemoteColumn.ofThread();
        RemoteProbes.Block block = RemoteProbes.Block.ofThread();
        readKey(Keys.key(subject, pid, Keys.OUT), column);
        int size = 0;
        for (int from = 0; from < objects.length; from += BLOCK) {
            block.count = Math.min(BLOCK, objects.length - from);
            for (int row = 0; row < block.count; row++) {
                block.rows[row] = 0;
                block.ids[row] = objects[from + row];
            }
            size = keep(from, column, block, kept, size);
        }
        return size;
    }

    // Lists

    /**
     * Reads the length of each key's list, and its first ids.
     *
     * @param keys readable ones
     * @param idsMax most ids of each list
     * @param lengths gets the lengths
     * @param first gets the ids, an array for each list
     */
    public void lists(long[] keys, int idsMax, int[] lengths, long[][] first) {
        RemoteColumn column = RemoteColumn.ofThread();
        for (int from = 0; from < keys.length; from += BLOCK) {
            readKeys(keys, from, column);
            int[] counts = new int[column.rows];
            for (int row = 0; row < column.rows; row++) {
                lengths[from + row] = column.lengths[row];
                counts[row] = Math.min(idsMax, column.lengths[row]);
            }
            long[] ids = ids(0, counts, column);
            int at = 0;
            for (int row = 0; row < column.rows; row++) {
                first[from + row] = Arrays.copyOfRange(ids, at, at + counts[row]);
                at += counts[row];
            }
        }
    }

    /**
     * Returns up to {@code count} ids of a key's list from a place on.
     *
     * @param length of the list, as it was read at this snapshot before
     */
    public long[] page(long key, int length, int from, int count) {
        RemoteColumn column = RemoteColumn.ofThread();
        readKey(key, column);
        RemoteReadException.check("length of a list", column.lengths[0], length, length);
        int some = Math.max(0, Math.min(count, length - from));
        return ids(some == 0 ? 0 : from, new int[] {some}, column);
    }

    private long[] ids(int from, int[] counts, RemoteColumn column) {
        long total = 0;
        for (int count : counts) {
            total += count;
        }
        RemoteReadException.check("ids of some rows", total, 0, IDS_MAX);
        long[] ids = new long[(int) total];
        lists.copy(column, from, counts, ids, 0);
        checkIds(ids, 0, ids.length);
        return ids;
    }

    // Rounds

    private byte[] codes(int pid, int rowsOfStep) {
        return rowsOfStep < CODES_ROWS_MIN ? null : sets.codes(pid);
    }

    private void readKey(long key, RemoteColumn column) {
        readKeys(new long[] {key}, 0, column);
    }

    private void readKeys(long[] keys, int from, RemoteColumn column) {
        column.rows = Math.min(BLOCK, keys.length - from);
        int directions = 0;
        for (int row = 0; row < column.rows; row++) {
            long key = keys[from + row];
            column.vids[row] = Keys.vid(key);
            column.pids[row] = (int) Keys.pid(key);
            column.directions[row] = Keys.direction(key);
            directions |= 1 << Keys.direction(key);
        }
        read(null, directions, column);
    }

    /** Finds values and lengths of a block whose vertices, predicates and directions are set. */
    private void read(byte[] codes, int directions, RemoteColumn column) {
        if (locations == null) {
            readAll(codes, directions, column);
            return;
        }
        if (locations.take(tables, column) < column.rows) {
            readAll(codes, directions, column);
        }
        locations.settle(tables, column);
    }

    private void readAll(byte[] codes, int directions, RemoteColumn column) {
        for (int direction = 0; direction < 2; direction++) {
            if ((directions & 1 << direction) != 0) {
                directory.words(tables, direction, column);
            }
        }
        values.values(codes, column);
        lists.resolve(sn, column);
    }
}
