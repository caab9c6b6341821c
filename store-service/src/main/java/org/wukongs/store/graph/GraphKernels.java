package org.wukongs.store.graph;

import java.util.Arrays;
import org.wukongs.id.Keys;
import org.wukongs.store.view.Expansion;

/**
 * Exploration steps over columns, in blocks of rows. The first pass over a block loads all
 * directory words, the second all values, the third the heads of lists, so that the cache misses of
 * a block overlap instead of waiting for each other. One fence between two passes orders them.
 *
 * <p>The place of a value in a record depends only on the predicate set and is looked up in a table
 * by set, see {@link PredicateSets#codes}. For any thread that has entered an epoch.
 */
final class GraphKernels {

    /** Words, values and rows of a block stay in the first-level cache. */
    static final int BLOCK = 256;

    /** For fewer rows, searching the set is cheaper than making a table, which happens once. */
    private static final int CODES_ROWS_MIN = 64;

    private final MemoryRegion region;
    private final PredicateSets sets;
    private final VertexDirectory[] directories;

    GraphKernels(MemoryRegion region, PredicateSets sets, VertexDirectory[] directories) {
        this.region = region;
        this.sets = sets;
        this.directories = directories;
    }

    /** Returns the value of a vertex under a predicate, maybe marked; 0 if there is none. */
    long value(long vid, int pid, int direction) {
        long word = directories[direction].word(vid);
        return word == 0 ? 0 : valueOf(word, pid, sets.code(ValueDescriptor.set(word), pid));
    }

    /** Returns true if triples can have the pid; other pids match nothing. */
    private static boolean isPredicate(long pid) {
        return pid > Keys.PREDICATES && pid <= Keys.PID_MAX;
    }

    private long valueOf(long word, int pid, int code) {
        if (code == PredicateSets.WHOLE) {
            return ValueDescriptor.value(word);
        }
        if (code < PredicateSets.OWN_PIDS) {
            int place = code - PredicateSets.FIRST_PLACE;
            return region.getLongAcquire(
                    RecordDescriptor.value(ValueDescriptor.offset(word), place));
        }
        return code == PredicateSets.ABSENT ? 0 : ownValue(ValueDescriptor.offset(word), pid);
    }

    private long ownValue(long record, int pid) {
        int count = region.getInt(record + RecordDescriptor.COUNT_OFFSET);
        int low = 0;
        int high = count - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int there = region.getInt(RecordDescriptor.ownPid(record, middle));
            if (there == pid) {
                return region.getLongAcquire(RecordDescriptor.ownValue(record, count, middle));
            }
            if (there < pid) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return 0;
    }

    /** Returns the offset of a vertex's value under a predicate, 0 if there is none. */
    long place(long vid, int pid, int direction) {
        long at = directories[direction].table().find(region, vid);
        long word = at == 0 ? 0 : region.getLongAcquire(at);
        if (word == 0) {
            return 0;
        }
        if (sets.code(ValueDescriptor.set(word), pid) == PredicateSets.WHOLE) {
            return at;
        }
        int[] pids = pids(word);
        int place = Arrays.binarySearch(pids, pid);
        return place < 0 ? 0 : placeOf(word, place, pids.length);
    }

    /**
     * Returns value {@code place} of the {@code count} values to which a directory word leads;
     * maybe marked.
     */
    long valueAt(long word, int place, int count) {
        return count == 1 && ValueDescriptor.set(word) != PredicateSets.OWN
                ? ValueDescriptor.value(word)
                : region.getLongAcquire(placeOf(word, place, count));
    }

    private static long placeOf(long word, int place, int count) {
        long record = ValueDescriptor.offset(word);
        return ValueDescriptor.set(word) == PredicateSets.OWN
                ? RecordDescriptor.ownValue(record, count, place)
                : RecordDescriptor.value(record, place);
    }

    /**
     * Returns the predicates to which a directory word leads, ascending; callers must not change
     * them.
     */
    int[] pids(long word) {
        int set = ValueDescriptor.set(word);
        return set == PredicateSets.OWN ? ownPids(ValueDescriptor.offset(word)) : sets.pids(set);
    }

    private int[] ownPids(long record) {
        int[] pids = new int[region.getInt(record + RecordDescriptor.COUNT_OFFSET)];
        for (int place = 0; place < pids.length; place++) {
            pids[place] = region.getInt(RecordDescriptor.ownPid(record, place));
        }
        return pids;
    }

    void expand(long[] vertices, int count, long pid, int direction, long sn, Expansion into) {
        if (!isPredicate(pid)) {
            return;
        }
        long[] values = into.scratch(Math.min(count, BLOCK));
        for (int from = 0; from < count; from += BLOCK) {
            int rows = Math.min(BLOCK, count - from);
            long all = values(vertices, from, rows, (int) pid, direction, values, count);
            if (ValueDescriptor.isMarked(all)) {
                appendMarked(values, from, rows, sn, into);
            } else if (ValueDescriptor.isList(all)) {
                appendLists(values, from, rows, into);
            } else {
                appendSingle(values, from, rows, into);
            }
        }
    }

    private void appendMarked(long[] values, int from, int rows, long sn, Expansion into) {
        int[] lengths = into.lengths(rows);
        for (int i = 0; i < rows; i++) {
            lengths[i] = Marks.length(region, values[i], sn);
            if (ValueDescriptor.isMarked(values[i])) {
                values[i] = Marks.prefix(region, values[i], lengths[i], sn);
            }
        }
        append(values, lengths, from, rows, into);
    }

    private static void appendSingle(long[] values, int from, int rows, Expansion into) {
        into.ensure(rows);
        long[] ids = into.ids();
        int[] origins = into.rows();
        int size = into.size();
        for (int i = 0; i < rows; i++) {
            ids[size] = values[i];
            origins[size] = from + i;
            size += values[i] == 0 ? 0 : 1;
        }
        into.resize(size, from, rows);
    }

    private void appendLists(long[] values, int from, int rows, Expansion into) {
        int[] lengths = into.lengths(rows);
        for (int i = 0; i < rows; i++) {
            lengths[i] = NeighbourLists.plainLength(region, values[i]);
        }
        append(values, lengths, from, rows, into);
    }

    private void append(long[] values, int[] lengths, int from, int rows, Expansion into) {
        long total = 0;
        for (int i = 0; i < rows; i++) {
            total += lengths[i];
        }
        into.ensure(Math.toIntExact(total));
        for (int i = 0; i < rows; i++) {
            if (ValueDescriptor.isList(values[i])) {
                long list = ValueDescriptor.offset(values[i]);
                NeighbourLists.copy(region, list, 0, lengths[i], into.ids(), into.size());
                into.extend(from + i, lengths[i]);
            } else if (values[i] != 0) {
                into.append(from + i, values[i]);
            }
        }
    }

    int probe(long[] subjects, long pid, long[] objects, int count, long sn, int[] kept) {
        if (!isPredicate(pid)) {
            return 0;
        }
        long[] values = new long[Math.min(count, BLOCK)];
        int size = 0;
        for (int from = 0; from < count; from += BLOCK) {
            int rows = Math.min(BLOCK, count - from);
            long all = values(subjects, from, rows, (int) pid, Keys.OUT, values, count);
            if (!ValueDescriptor.isPlainNeighbour(all)) {
                touch(values, rows);
                for (int i = 0; i < rows; i++) {
                    values[i] = reduced(values[i], objects[from + i], sn);
                }
            }
            for (int i = 0; i < rows; i++) {
                long object = objects[from + i];
                kept[size] = from + i;
                size += values[i] == object && object != 0 ? 1 : 0;
            }
        }
        return size;
    }

    /** Keeps the rows whose subject has {@code object}. */
    int probeConstant(long[] subjects, int count, long pid, long object, long sn, int[] kept) {
        if (!isPredicate(pid)) {
            return 0;
        }
        long[] values = new long[Math.min(count, BLOCK)];
        int size = 0;
        for (int from = 0; from < count; from += BLOCK) {
            int rows = Math.min(BLOCK, count - from);
            long all = values(subjects, from, rows, (int) pid, Keys.OUT, values, count);
            if (!ValueDescriptor.isPlainNeighbour(all)) {
                touch(values, rows);
                for (int i = 0; i < rows; i++) {
                    values[i] = reduced(values[i], object, sn);
                }
            }
            for (int i = 0; i < rows; i++) {
                kept[size] = from + i;
                size += values[i] == object && object != 0 ? 1 : 0;
            }
        }
        return size;
    }

    /** Loads the heads of lists and marks into the cache, all at the same time. */
    private void touch(long[] values, int rows) {
        for (int i = 0; i < rows; i++) {
            if (!ValueDescriptor.isPlainNeighbour(values[i])) {
                region.getIntAcquire(ValueDescriptor.offset(values[i]));
            }
        }
    }

    /** Reduces a list or marked value to the neighbour that is asked for, or to nothing. */
    private long reduced(long value, long neighbour, long sn) {
        if (ValueDescriptor.isPlainNeighbour(value)) {
            return value;
        }
        int length = Marks.length(region, value, sn);
        long plain = Marks.plain(region, value, sn);
        return NeighbourLists.contains(region, Keys.OUT, plain, length, neighbour) ? neighbour : 0;
    }

    /** Keeps the rows whose vertex is an object of {@code subject}. */
    int probeOf(long subject, long[] objects, int count, long pid, long sn, int[] kept) {
        if (!isPredicate(pid)) {
            return 0;
        }
        long value = value(subject, (int) pid, Keys.OUT);
        int length = Marks.length(region, value, sn);
        long plain = Marks.plain(region, value, sn);
        int size = 0;
        for (int row = 0; length != 0 && row < count; row++) {
            if (NeighbourLists.contains(region, Keys.OUT, plain, length, objects[row])) {
                kept[size++] = row;
            }
        }
        return size;
    }

    /**
     * Writes the values of a block of vertices into {@code values[0..rows-1]}, 0 for vertices
     * without one. Returns all values joined by bitwise or, which shows whether any is a list or
     * marked.
     */
    private long values(
            long[] vertices,
            int from,
            int rows,
            int pid,
            int direction,
            long[] values,
            int rowsOfStep) {
        VertexDirectory.Table table = directories[direction].table();
        for (int i = 0; i < rows; i++) {
            values[i] = table.word(region, vertices[from + i]);
        }
        MemoryRegion.loadFence();
        byte[] codes = rowsOfStep < CODES_ROWS_MIN ? null : sets.codes(pid);
        long all = 0;
        for (int i = 0; i < rows; i++) {
            long word = values[i];
            if (word != 0) {
                long value = valueOf(word, pid, code(codes, ValueDescriptor.set(word), pid));
                values[i] = value;
                all |= value;
            }
        }
        return all;
    }

    private int code(byte[] codes, int set, int pid) {
        if (codes == null) {
            return sets.code(set, pid);
        }
        int code = codes[set] & 0xFF;
        if (code == PredicateSets.NOT_KNOWN) {
            code = sets.code(set, pid);
            codes[set] = (byte) code;
        }
        return code;
    }
}
