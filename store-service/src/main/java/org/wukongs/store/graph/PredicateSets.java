package org.wukongs.store.graph;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.wukongs.id.IdHash;

/**
 * The different sets of predicates that vertices have in one direction (characteristic sets;
 * Neumann and Moerkotte, ICDE'11), numbered from 1 and shared by all graphs of a {@link
 * GraphMemory}.
 *
 * <p>Invariants: pids of a set ascend; no two sets are equal; a set never changes. One writer adds;
 * any thread reads a set whose number it got from a directory word, which was published later.
 */
final class PredicateSets {

    /** The number of a vertex record that carries its predicates itself: beyond the limits here. */
    static final int OWN = 0;

    /** LUBM has 25, DBpedia tens of thousands, of which the first few thousand hold most. */
    static final int COUNT_MAX = 4096;

    /** So that a place in a record fits into a byte, see {@link #codes}. */
    static final int PREDICATES_MAX = 250;

    /** Codes of {@link #codes}: places from {@link #FIRST_PLACE} on, and the others. */
    static final int NOT_KNOWN = 0;

    static final int WHOLE = 1;
    static final int FIRST_PLACE = 2;
    static final int OWN_PIDS = 254;
    static final int ABSENT = 255;

    /** 4 KB each, kept for the predicates that whole columns were expanded by. */
    private static final int CODE_TABLES_MAX = 2048;

    private static final int LINEAR_SEARCH_MAX = 8;
    private static final int[] NO_PIDS = {};

    private final int countMax;
    private final int[][] pidsBySet;

    /** A number is set after its pids, with release; guarded by this for writing. */
    private final AtomicIntegerArray numberByHash;

    private volatile int count; // guarded by this for writing
    private volatile byte[][] codesByPid = new byte[64][]; // guarded by this for writing
    private int codeTableCount; // guarded by this

    PredicateSets() {
        this(COUNT_MAX);
    }

    /** Of which {@code countMax}, a power of two, have a number. */
    PredicateSets(int countMax) {
        this.countMax = countMax;
        this.pidsBySet = new int[countMax + 1][];
        this.numberByHash = new AtomicIntegerArray(4 * countMax);
        pidsBySet[OWN] = NO_PIDS;
    }

    /**
     * The number of the set {@code pids[0..size-1]}, ascending; maybe OWN. To be called by the
     * threads of one insert; {@code last} is what the caller got before, as sets come in runs.
     */
    int numberOf(int[] pids, int size, int last) {
        if (equal(last, pids, size)) {
            return last;
        }
        if (size > PREDICATES_MAX) {
            return OWN;
        }
        int number = known(pids, size);
        return number != 0 || count == countMax ? number : newNumber(pids, size);
    }

    private synchronized int newNumber(int[] pids, int size) {
        int known = known(pids, size);
        if (known != 0 || count == countMax) {
            return known;
        }
        int slot = firstSlot(pids, size);
        while (numberByHash.getAcquire(slot) != 0) {
            slot = nextSlot(slot);
        }
        int number = count + 1;
        pidsBySet[number] = Arrays.copyOf(pids, size);
        numberByHash.setRelease(slot, number);
        count = number;
        return number;
    }

    /**
     * The number of a set, 0 where none was found. A slot is looked at once: what is empty now may
     * have another set's number in the next moment.
     */
    private int known(int[] pids, int size) {
        int slot = firstSlot(pids, size);
        int number = numberByHash.getAcquire(slot);
        while (number != 0 && !equal(number, pids, size)) {
            slot = nextSlot(slot);
            number = numberByHash.getAcquire(slot);
        }
        return number;
    }

    private int firstSlot(int[] pids, int size) {
        return slot(pids, size, numberByHash.length());
    }

    private int nextSlot(int slot) {
        return (slot + 1) & (numberByHash.length() - 1);
    }

    /** Sets are numbered 1..count(). */
    int count() {
        return count;
    }

    /** Ascending; not to be changed. */
    int[] pids(int set) {
        return pidsBySet[set];
    }

    /** The place of a predicate in a set, -1 where it is not in it. */
    int place(int set, int pid) {
        int[] pids = pidsBySet[set];
        if (pids.length > LINEAR_SEARCH_MAX) {
            return Math.max(-1, Arrays.binarySearch(pids, pid));
        }
        for (int place = 0; place < pids.length; place++) {
            if (pids[place] == pid) {
                return place;
            }
        }
        return -1;
    }

    /** How the value of a predicate is found from a directory word with this set. */
    int code(int set, int pid) {
        if (set == OWN) {
            return OWN_PIDS;
        }
        int place = place(set, pid);
        if (place < 0) {
            return ABSENT;
        }
        return pidsBySet[set].length == 1 ? WHOLE : FIRST_PLACE + place;
    }

    /**
     * Codes of one predicate by set, those not asked for yet {@link #NOT_KNOWN}: to be completed by
     * readers with {@link #code}, which may race as they write the same. Null where too many
     * predicates have one.
     */
    byte[] codes(int pid) {
        byte[][] tables = codesByPid;
        return pid < tables.length && tables[pid] != null ? tables[pid] : newCodes(pid);
    }

    private synchronized byte[] newCodes(int pid) {
        byte[][] tables = codesByPid;
        if (pid < tables.length && tables[pid] != null) {
            return tables[pid];
        }
        if (codeTableCount == CODE_TABLES_MAX) {
            return null;
        }
        tables = Arrays.copyOf(tables, Math.max(tables.length, Integer.highestOneBit(pid) * 2));
        tables[pid] = new byte[countMax + 1];
        codeTableCount++;
        codesByPid = tables;
        return tables[pid];
    }

    private boolean equal(int number, int[] pids, int size) {
        int[] known = pidsBySet[number];
        return number != OWN && Arrays.equals(known, 0, known.length, pids, 0, size);
    }

    /** Where the search for a set begins. */
    static int slot(int[] pids, int size, int slotCount) {
        long hash = size;
        for (int i = 0; i < size; i++) {
            hash = IdHash.mix(hash, pids[i]);
        }
        return IdHash.slot(hash, slotCount);
    }
}
