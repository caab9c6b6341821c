package org.wukongs.store.stream;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The positions of the tuples with one predicate, or of all removals, ascending, as their low 32
 * bits.
 *
 * <p>Publication: a position is written before {@code size} (release); below {@code size}, an array
 * is never written again. When it is full, the positions that are not reclaimed are copied to
 * another one. Written by the store agent.
 */
final class PositionList {

    private static final int CAPACITY_MIN = 8;

    /** A quarter of the distance in which 32 bits tell older from newer. */
    private static final long NEAR_MAX = 1L << 29;

    private static final VarHandle SIZE;

    static {
        try {
            SIZE = MethodHandles.lookup().findVarHandle(Part.class, "size", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * The part that a reader sees: the positions that were not reclaimed when it was made, and
     * later ones.
     */
    static final class Part {
        private final int[] positions;

        @SuppressWarnings("unused") // by SIZE
        private int size;

        private Part(int capacity) {
            this.positions = new int[capacity];
        }

        int sizeAcquire() {
            return (int) SIZE.getAcquire(this);
        }

        /** Returns a position, given one that is less than 2^31 away. */
        long position(int index, long near) {
            return near + (positions[index] - (int) near);
        }

        /** Returns how many of the first {@code count} positions are below {@code position}. */
        int indexOf(long position, int count) {
            int low = 0;
            int high = count;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (positions[middle] - (int) position < 0) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }

    private final long pid;
    private volatile Part part = new Part(CAPACITY_MIN);

    PositionList(long pid, TransientMemory memory) {
        this.pid = pid;
        memory.count((long) CAPACITY_MIN * Integer.BYTES);
    }

    long pid() {
        return pid;
    }

    Part part() {
        return part;
    }

    /** Returns how many positions are in [from, to). */
    int count(long from, long to) {
        Part current = part;
        int size = current.sizeAcquire();
        return current.indexOf(to, size) - current.indexOf(from, size);
    }

    /** Returns true if some position is in [from, to). */
    boolean hasAny(long from, long to) {
        Part current = part;
        int size = current.sizeAcquire();
        int index = current.indexOf(from, size);
        return index < size && current.position(index, to) < to;
    }

    /** Appends a position; {@code tail} is the oldest position that may still be read. */
    void append(long position, long tail, TransientMemory memory) {
        Part current = part;
        int size = current.size;
        if (size == current.positions.length) {
            current = withoutReclaimed(current, size, tail);
            memory.count((long) (current.positions.length - size) * Integer.BYTES);
            size = current.size;
            part = current;
        }
        current.positions[size] = (int) position;
        SIZE.setRelease(current, size + 1);
    }

    /**
     * Drops positions before {@code tail} if the oldest is so far away that readers would soon take
     * it for a newer one.
     */
    void reclaimBelow(long tail, TransientMemory memory) {
        Part current = part;
        int size = current.size;
        if (size > 0 && tail - current.position(0, tail) > NEAR_MAX) {
            Part kept = withoutReclaimed(current, size, tail);
            memory.count((long) (kept.positions.length - current.positions.length) * Integer.BYTES);
            part = kept;
        }
    }

    private static Part withoutReclaimed(Part full, int size, long tail) {
        int from = full.indexOf(tail, size);
        int kept = size - from;
        int capacity = CAPACITY_MIN;
        while (capacity < kept * 2L) {
            capacity *= 2;
        }
        Part next = new Part(capacity);
        System.arraycopy(full.positions, from, next.positions, 0, kept);
        next.size = kept;
        return next;
    }

    void free(TransientMemory memory) {
        memory.count(-(long) part.positions.length * Integer.BYTES);
    }
}
