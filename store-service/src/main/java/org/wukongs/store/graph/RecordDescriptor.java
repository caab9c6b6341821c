package org.wukongs.store.graph;

/**
 * Layout of vertex records: the values of a vertex in one direction, in ascending order of their
 * predicates.
 *
 * <pre>
 *  with a shared predicate set              with its own predicates (set 0)
 *  0   value of predicate 0                 0   count: int
 *  8   value of predicate 1                 4   pid 0: int
 *  …                                        8   pid 1: int, pid 2: int
 *                                           …   padding to a multiple of 8
 *                                               value of pid 0
 *                                               value of pid 1 …
 * </pre>
 *
 * <p>Native byte order, aligned to 8. Publication: everything else is written before the directory
 * word that points here; a value is replaced by one release store. Predicates never change.
 */
final class RecordDescriptor {

    static final int COUNT_OFFSET = 0;
    static final int PIDS_OFFSET = COUNT_OFFSET + Integer.BYTES;

    private RecordDescriptor() {}

    /** Returns the offset of value {@code place} of a record with a shared set. */
    static long value(long record, int place) {
        return record + (long) place * Long.BYTES;
    }

    static long granules(int predicateCount) {
        return predicateCount;
    }

    static long ownPid(long record, int place) {
        return record + PIDS_OFFSET + (long) place * Integer.BYTES;
    }

    /** Returns the offset of value {@code place} of a record with its own predicates. */
    static long ownValue(long record, int predicateCount, int place) {
        return record + (ownHeadGranules(predicateCount) + place) * Long.BYTES;
    }

    static long ownGranules(int predicateCount) {
        return ownHeadGranules(predicateCount) + predicateCount;
    }

    private static long ownHeadGranules(int predicateCount) {
        return (PIDS_OFFSET + (long) predicateCount * Integer.BYTES + Long.BYTES - 1) / Long.BYTES;
    }
}
