package org.wukongs.store.streamindex;

import org.wukongs.id.Keys;
import org.wukongs.store.memory.Expansion;
import org.wukongs.store.transientstore.TupleDescriptor;

/**
 * Exploration steps over columns, in blocks of rows: the slots of a block are touched before the
 * first is searched, and the chains of its rows are walked a step each in turn, so that their cache
 * misses overlap instead of waiting for each other.
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
            long[] positions = into.scratch(BLOCK);
            if (find(vertices, from, rows, pid, direction, positions)) {
                walk(positions, from, rows, direction, into);
            }
        }
    }

    /** Writes the newest position of each row; whether any has one. */
    private boolean find(
            long[] vertices, int from, int rows, long pid, int direction, long[] positions) {
        for (int i = 0; i < rows; i++) {
            long key = Keys.key(vertices[from + i], pid, direction);
            positions[i] = tuples.touch(direction, Slots.tag(Slots.hash(key)));
        }
        boolean any = false;
        for (int i = 0; i < rows; i++) {
            long vertex = vertices[from + i];
            // 0 is unbound here, not the index vertex
            long position = WindowTuples.NONE;
            if (vertex > 0) {
                long key = Keys.key(vertex, pid, direction);
                position = tuples.newest(direction, Slots.tag(Slots.hash(key)), key, 0);
            }
            positions[i] = position;
            any |= position != WindowTuples.NONE;
        }
        return any;
    }

    /** A first round goes in order of rows, and mostly none is left after it. */
    private void walk(long[] positions, int from, int rows, int direction, Expansion into) {
        int[] active = into.lengths(2 * BLOCK);
        int count = 0;
        for (int i = 0; i < rows; i++) {
            active[count] = i;
            count += positions[i] == WindowTuples.NONE ? 0 : 1;
        }
        int before = into.size();
        count = round(positions, active, count, from, direction, into);
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

    /** One step back in each row that is active; how many go on. */
    private int round(
            long[] positions, int[] active, int count, int from, int direction, Expansion into) {
        long[][] directory = tuples.directory();
        long oldest = tuples.from();
        into.ensure(count);
        long[] ids = into.ids();
        int[] rows = into.rows();
        int size = into.size();
        int going = 0;
        for (int k = 0; k < count; k++) {
            int i = active[k];
            long position = positions[i];
            long[] chunk = tuples.chunk(directory, position);
            int at = tuples.at(position);
            ids[size] = TupleDescriptor.neighbour(direction, chunk, at);
            rows[size] = from + i;
            size += tuples.isFirst(position, chunk, at) ? 1 : 0;
            long previous = position - TupleDescriptor.toPrevious(direction, chunk, at);
            positions[i] = previous;
            active[going] = i;
            going += previous >= oldest ? 1 : 0;
        }
        into.setSize(size);
        return going;
    }

    int probe(long[] subjects, long pid, long[] objects, int count, int[] kept) {
        int size = 0;
        for (int from = 0; from < count; from += BLOCK) {
            int rows = Math.min(BLOCK, count - from);
            long touched = 0;
            for (int row = from; row < from + rows; row++) {
                long key = Keys.key(subjects[row], pid, Keys.OUT);
                touched |= tuples.touch(KeyKind.TRIPLE, Slots.tag(Slots.hash(key, objects[row])));
            }
            if (touched == 0) {
                continue;
            }
            for (int row = from; row < from + rows; row++) {
                kept[size] = row;
                size += contains(subjects[row], pid, objects[row]) ? 1 : 0;
            }
        }
        return size;
    }

    private boolean contains(long subject, long pid, long object) {
        if (subject <= 0 || object <= 0) {
            return false;
        }
        long key = Keys.key(subject, pid, Keys.OUT);
        long tag = Slots.tag(Slots.hash(key, object));
        return tuples.newest(KeyKind.TRIPLE, tag, key, object) != WindowTuples.NONE;
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
