package org.wukongs.store.graph;

import java.util.Arrays;
import org.agrona.BitUtil;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;

/**
 * Triples to be inserted into a {@link StoredGraph}: three columns of ids in arrival order, in
 * chunks so that growing copies little. One thread appends; a loader gives each of its threads a
 * buffer of its own.
 *
 * <p>Takes 20 bytes per triple; code that fills buffers limits them by {@link #memoryBytes()}.
 */
public final class TripleBuffer {

    static final int CHUNK_SHIFT = 16;
    static final int CHUNK_ROWS = 1 << CHUNK_SHIFT;
    static final int CHUNK_MASK = CHUNK_ROWS - 1;

    /** The first chunk is small at first, because many buffers have a few triples. */
    private static final int FIRST_ROWS = 1 << 4;

    private static final int ROW_BYTES = Long.BYTES + Integer.BYTES + Long.BYTES;

    private long[][] subjects;
    private int[][] pids;
    private long[][] objects;
    private int chunkCount = 1;
    private long capacity;
    private long size;

    public TripleBuffer() {
        this(FIRST_ROWS);
    }

    /** Makes a buffer whose first chunk has room for {@code rows} triples, if a chunk has. */
    public TripleBuffer(long rows) {
        int first =
                BitUtil.findNextPositivePowerOfTwo((int) Math.min(Math.max(rows, 1), CHUNK_ROWS));
        subjects = new long[][] {new long[first]};
        pids = new int[][] {new int[first]};
        objects = new long[][] {new long[first]};
        capacity = first;
    }

    /** {@code subject} and {@code object} are vids of terms, {@code pid} is 1..PID_MAX. */
    public void append(long subject, long pid, long object) {
        assert subject > 0 && subject >>> Vids.BITS == 0 : "subject=" + subject;
        assert object > 0 && object >>> Vids.BITS == 0 : "object=" + object;
        assert pid > Keys.PREDICATES && pid <= Keys.PID_MAX : "pid=" + pid;
        if (size == capacity) {
            grow();
        }
        int chunk = (int) (size >>> CHUNK_SHIFT);
        int row = (int) size & CHUNK_MASK;
        subjects[chunk][row] = subject;
        pids[chunk][row] = (int) pid;
        objects[chunk][row] = object;
        size++;
    }

    void appendAll(TripleBuffer other) {
        for (long row = 0; row < other.size; row++) {
            append(other.subject(row), other.pid(row), other.object(row));
        }
    }

    public long size() {
        return size;
    }

    public long subject(long row) {
        return subjects[(int) (row >>> CHUNK_SHIFT)][(int) row & CHUNK_MASK];
    }

    public int pid(long row) {
        return pids[(int) (row >>> CHUNK_SHIFT)][(int) row & CHUNK_MASK];
    }

    public long object(long row) {
        return objects[(int) (row >>> CHUNK_SHIFT)][(int) row & CHUNK_MASK];
    }

    /** Returns the memory of the columns, used or not. */
    public long memoryBytes() {
        return capacity * ROW_BYTES;
    }

    /** Forgets the triples and keeps the columns. */
    public void clear() {
        size = 0;
    }

    private void grow() {
        if (capacity < CHUNK_ROWS) {
            int rows = (int) capacity * 2;
            subjects[0] = Arrays.copyOf(subjects[0], rows);
            pids[0] = Arrays.copyOf(pids[0], rows);
            objects[0] = Arrays.copyOf(objects[0], rows);
            capacity = rows;
            return;
        }
        if (chunkCount == subjects.length) {
            int chunks = chunkCount * 2;
            subjects = Arrays.copyOf(subjects, chunks);
            pids = Arrays.copyOf(pids, chunks);
            objects = Arrays.copyOf(objects, chunks);
        }
        subjects[chunkCount] = new long[CHUNK_ROWS];
        pids[chunkCount] = new int[CHUNK_ROWS];
        objects[chunkCount] = new long[CHUNK_ROWS];
        chunkCount++;
        capacity += CHUNK_ROWS;
    }
}
