package org.wukongs.store.stream;

import java.lang.invoke.VarHandle;
import org.wukongs.id.Keys;
import org.wukongs.store.view.Expansion;

/**
 * Exploration steps over columns, in blocks of rows: one pass reads all slots of a block, the next
 * the records to which they lead, and then each round walks the chains of all rows one step. Each
 * pass does little per row, so that the cache misses of many rows overlap instead of waiting for
 * each other.
 */
final class WindowKernels {

    private static final int BLOCK = 128;

    private final WindowTuples tuples;

    WindowKernels(WindowTuples tuples) {
        this.tuples = tuples;
    }

    void expand(long[] vertices, int count, long pid, int direction, Expansion into) {
        for (int from = 0; from < count; from += BLOCK) {
            int rows = Math.min(BLOCK, count - from);
            int found = find(vertices, from, rows, pid, direction, into);
            if (found > 0) {
                walk(found, from, rows, direction, into);
            }
        }
    }

    /**
     * Returns an array for the position of each row of a block, followed by room for a word of each
     * row.
     */
    private static long[] positions(Expansion into) {
        return into.scratch(2 * BLOCK);
    }

    /** Returns an array for the rows of a block that are still active. */
    private static int[] active(Expansion into) {
        return into.lengths(2 * BLOCK);
    }

    /**
     * Writes the newest position of each row, and the rows that have one; returns the number of
     * these.
     */
    private int find(long[] vertices, int from, int rows, long pid, int direction, Expansion into) {
        long[] positions = positions(into);
        long any = 0;
        for (int i = 0; i < rows; i++) {
            long key = Keys.key(vertices[from + i], pid, direction);
            positions[i] = tuples.home(direction, Slots.tag(Slots.hash(key)));
            any |= positions[i];
        }
        if (any == 0) {
            return 0;
        }
        touch(positions, rows, positions, BLOCK);
        int[] active = active(into);
        int count = 0;
        for (int i = 0; i < rows; i++) {
            long vertex = vertices[from + i];
            long key = Keys.key(vertex, pid, direction);
            long tag = Slots.tag(Slots.hash(key));
            // 0 is unbound here, not the index vertex
            long position =
                    vertex > 0
                            ? tuples.newest(positions[i], direction, tag, key, 0)
                            : WindowTuples.NONE;
            positions[i] = position;
            active[count] = i;
            count += position == WindowTuples.NONE ? 0 : 1;
        }
        return count;
    }

    /** Loads the records of slots into the cache, all at the same time. */
    private void touch(long[] words, int count, long[] into, int at) {
        VarHandle.loadLoadFence();
        long[][] directory = tuples.directory();
        for (int i = 0; i < count; i++) {
            into[at + i] = tuples.touch(directory, words[i]);
        }
    }

    /**
     * Walks the chains. The first round is in order of rows, and mostly no row is left after it.
     */
    private void walk(int found, int from, int rows, int direction, Expansion into) {
        long[] positions = positions(into);
        int[] active = active(into);
        int before = into.size();
        int count = round(positions, active, found, from, direction, into);
        if (count == 0) {
            return;
        }
        Expansion mixed = into.part(0);
        into.moveTo(mixed, before);
        while (count > 0) {
            count = round(positions, active, count, from, direction, mixed);
        }
        into.appendByRow(mixed, from, rows);
    }

    /**
     * Goes one step back in each active row; returns how many remain active. The first pass reads
     * both ends of the records, which may be in two cache lines.
     */
    private int round(
            long[] positions, int[] active, int count, int from, int direction, Expansion into) {
        long[][] directory = tuples.directory();
        into.ensure(count);
        long[] ids = into.ids();
        int size = into.size();
        for (int k = 0; k < count; k++) {
            long position = positions[active[k]];
            long[] chunk = tuples.chunk(directory, position);
            int at = tuples.at(position);
            positions[BLOCK + k] = TupleDescriptor.distances(chunk, at);
            ids[size + k] = TupleDescriptor.neighbour(direction, chunk, at);
        }
        return goBack(positions, active, count, from, direction, into);
    }

    /** Keeps the neighbours of tuples that count, and moves on to the previous tuples. */
    private int goBack(
            long[] positions, int[] active, int count, int from, int direction, Expansion into) {
        long[][] directory = tuples.directory();
        long oldest = tuples.from();
        long[] ids = into.ids();
        int[] rows = into.rows();
        int before = into.size();
        int size = before;
        int going = 0;
        for (int k = 0; k < count; k++) {
            int i = active[k];
            long position = positions[i];
            ids[size] = ids[before + k];
            rows[size] = from + i;
            long[] chunk = tuples.chunk(directory, position);
            size += tuples.counts(position, chunk, tuples.at(position)) ? 1 : 0;
            long previous = position - TupleDescriptor.toPrevious(direction, positions[BLOCK + k]);
            positions[i] = previous;
            active[going] = i;
            going += previous >= oldest ? 1 : 0;
        }
        into.setSize(size);
        return going;
    }

    int probe(long[] subjects, long pid, long[] objects, int count, int[] kept) {
        long[] words = new long[2 * Math.min(BLOCK, count)];
        int size = 0;
        for (int from = 0; from < count; from += BLOCK) {
            int rows = Math.min(BLOCK, count - from);
            for (int i = 0; i < rows; i++) {
                long key = Keys.key(subjects[from + i], pid, Keys.OUT);
                long tag = Slots.tag(Slots.hash(key, objects[from + i]));
                words[i] = tuples.home(KeyKind.TRIPLE, tag);
            }
            touch(words, rows, words, rows);
            for (int i = 0; i < rows; i++) {
                kept[size] = from + i;
                size += contains(words[i], subjects[from + i], pid, objects[from + i]) ? 1 : 0;
            }
        }
        return size;
    }

    private boolean contains(long word, long subject, long pid, long object) {
        if (subject <= 0 || object <= 0) {
            return false;
        }
        return tuples.newestOfTriple(word, Keys.key(subject, pid, Keys.OUT), object)
                != WindowTuples.NONE;
    }

    private boolean contains(long subject, long pid, long object) {
        if (subject <= 0 || object <= 0) {
            return false;
        }
        return tuples.newestOfTriple(Keys.key(subject, pid, Keys.OUT), object) != WindowTuples.NONE;
    }

    int probeConstant(
            long[] vertices, int count, long pid, int direction, long neighbour, int[] kept) {
        int size = 0;
        for (int row = 0; row < count; row++) {
            kept[size] = row;
            boolean there =
                    direction == Keys.OUT
                            ? contains(vertices[row], pid, neighbour)
                            : contains(neighbour, pid, vertices[row]);
            size += there ? 1 : 0;
        }
        return size;
    }
}
