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

    /**
     * The set number of a vertex record that has its own predicates, because its set exceeds the
     * limits here.
     */
    static final int OWN = 0;

    /**
     * LUBM has 25 sets, DBpedia tens of thousands, of which the first few thousand cover most
     * vertices.
     */
    static final int COUNT_MAX = 4096;

    /** Limit under which a place in a record fits into a byte, see {@link #codes}. */
    static final int PREDICATES_MAX = 250;

    /**
     * Codes of {@link #codes}: places start at {@link #FIRST_PLACE}; the codes below have other
     * meanings.
     */
    static final int NOT_KNOWN = 0;

    static final int WHOLE = 1;
    static final int FIRST_PLACE = 2;
    static final int OWN_PIDS = 254;
    static final int ABSENT = 255;

    /** Tables of 4 KB each, for predicates by which whole columns were expanded. */
    private static final int CODE_TABLES_MAX = 2048;

    private static final int LINEAR_SEARCH_MAX = 8;
    private static final int[] NO_PIDS = {};

    private final int countMax;
    private final int[][] pidsBySet;

    /** A number is set after its pids, with release. Guarded by this for writing. */
    private final AtomicIntegerArray numberByHash;

    private volatile int count; // guarded by this for writing
    private volatile byte[][] codesByPid = new byte[64][]; // guarded by this for writing
    private int codeTableCount; // guarded by this
    private SharedMemory shared; // null if no other process reads; guarded by this

    PredicateSets() {
        this(COUNT_MAX);
    }

    /** {@code countMax}, a power of two, is how many sets get a number. */
    PredicateSets(int countMax) {
        this.countMax = countMax;
        this.pidsBySet = new int[countMax + 1][];
        this.numberByHash = new AtomicIntegerArray(4 * countMax);
        pidsBySet[OWN] = NO_PIDS;
    }

    /**
     * Returns the number of the set {@code pids[0..size-1]}, which are ascending; maybe OWN. Called
     * by the threads of one insert; {@code last} is the result of the caller's previous call,
     * because sets come in runs.
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

    /** Lets other processes know all sets from now on; there are none yet. */
    synchronized void publishTo(SharedMemory memory) {
        assert count == 0;
        shared = memory;
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
        if (shared != null) {
            shared.publishSet(number, pidsBySet[number]); // before a word has its number
        }
        numberByHash.setRelease(slot, number);
        count = number;
        return number;
    }

    /**
     * Returns the number of a set, 0 if it was not found. Each slot is read only once: a slot that
     * is empty now may have another set's number a moment later.
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

    /** Returns the number of sets, which are numbered 1..count(). */
    int count() {
        return count;
    }

    /** Returns the pids of a set, ascending; callers must not change them. */
    int[] pids(int set) {
        return pidsBySet[set];
    }

    /** Returns the place of a predicate in a set, -1 if the set does not have it. */
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

    /**
     * Returns the code that tells how to find a predicate's value from a directory word with this
     * set.
     */
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
     * Returns the codes of one predicate by set; a code that was never needed is {@link
     * #NOT_KNOWN}. Readers fill in such codes with {@link #code}; races are harmless, since all
     * write the same. Returns null if too many predicates have a table.
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

    /** Returns the slot at which the search for a set starts. */
    static int slot(int[] pids, int size, int slotCount) {
        long hash = size;
        for (int i = 0; i < size; i++) {
            hash = IdHash.mix(hash, pids[i]);
        }
        return IdHash.slot(hash, slotCount);
    }
}
