package org.wukongs.store.graph;

import org.wukongs.id.Keys;
import org.wukongs.store.fabric.RemoteReadException;

/**
 * The predicate sets of another node's memory, copied as far as directory words name them. Any
 * thread.
 */
final class RemotePredicateSets {

    private static final int SET_WORDS = SharedMemoryDescriptor.SET_BYTES / Long.BYTES;

    private final RemoteHead head;
    private final PredicateSets sets = new PredicateSets();

    RemotePredicateSets(RemoteHead head) {
        this.head = head;
    }

    /** See {@link PredicateSets#codes}; null if too many predicates have a table. */
    byte[] codes(int pid) {
        return sets.codes(pid);
    }

    /** Returns how to find a predicate's value from a directory word with this set. */
    int code(int set, int pid) {
        if (set > sets.count()) {
            copyUpTo(set);
        }
        return sets.code(set, pid);
    }

    private synchronized void copyUpTo(int set) {
        long published = head.setCount();
        RemoteReadException.check("predicate set", set, 1, published);
        RemoteReadException.check("predicate sets", published, 1, PredicateSets.COUNT_MAX);
        for (int number = sets.count() + 1; number <= set; number++) {
            int[] pids = pids(number);
            long copied = sets.numberOf(pids, pids.length, PredicateSets.OWN);
            RemoteReadException.check("number of a predicate set", copied, number, number);
        }
    }

    private int[] pids(int number) {
        long[] words = new long[SET_WORDS];
        head.set(number, words);
        int[] ints = new int[2 * SET_WORDS];
        for (int i = 0; i < SET_WORDS; i++) {
            ints[2 * i] = SharedMemoryDescriptor.firstInt(words[i]);
            ints[2 * i + 1] = SharedMemoryDescriptor.secondInt(words[i]);
        }
        int count =
                (int)
                        RemoteReadException.check(
                                "predicates of a set", ints[0], 1, PredicateSets.PREDICATES_MAX);
        int[] pids = new int[count];
        for (int place = 0; place < count; place++) {
            long least = place == 0 ? 1 : pids[place - 1] + 1L;
            pids[place] =
                    (int)
                            RemoteReadException.check(
                                    "predicate of a set", ints[1 + place], least, Keys.PID_MAX);
        }
        return pids;
    }
}
