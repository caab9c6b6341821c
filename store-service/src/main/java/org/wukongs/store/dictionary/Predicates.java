package org.wukongs.store.dictionary;

import java.util.Arrays;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;

/**
 * Map from pid to vid, with pids dense from 1 on; the opposite direction is in the vid's entry.
 * Appends exclude each other.
 */
final class Predicates {

    private final Terms terms;
    private final PredicateOrder order; // null on a node of its own
    // at [pid - 1]; a reader learns a pid after its element was written
    private volatile long[] vids;
    private volatile int given; // the newest pid that a reader may have learned
    private int count;

    Predicates(Terms terms, PredicateOrder order) {
        this.terms = terms;
        this.order = order;
        this.vids = terms.predicates();
        this.count = vids.length;
        this.given = count;
    }

    /** Returns true if {@code pid}, which may be any number, is that of a predicate. */
    boolean isGiven(long pid) {
        return pid >= 1 && pid <= given;
    }

    /** Returns the pid of an IRI, a new one if it has none. */
    long findOrAllocate(long vid) {
        long pid = find(vid);
        if (pid != TermDictionary.UNKNOWN) {
            return pid;
        }
        return order == null ? allocate(vid) : allocateInOrder(vid);
    }

    /** Returns the pid of a vid, {@link TermDictionary#UNKNOWN} if it is not a predicate. */
    long find(long vid) {
        long pid = terms.pid(vid);
        return pid == 0 ? TermDictionary.UNKNOWN : pid;
    }

    long vid(long pid) {
        long[] vids = this.vids;
        if (pid < 1 || pid > vids.length || vids[(int) pid - 1] == 0) {
            throw new IllegalArgumentException("the dictionary gave no such id: pid=" + pid);
        }
        return vids[(int) pid - 1];
    }

    private synchronized long allocate(long vid) {
        long pid = find(vid);
        if (pid != TermDictionary.UNKNOWN) {
            return pid;
        }
        checkIri(vid);
        return append(vid);
    }

    /** Not synchronized: nodes that allocate at the same time tell each other. */
    private long allocateInOrder(long vid) {
        checkIri(vid);
        order.add(vid);
        long pid = find(vid);
        if (pid == TermDictionary.UNKNOWN) {
            throw new IllegalStateException("a numbered predicate was not learned: vid=" + vid);
        }
        return pid;
    }

    private void checkIri(long vid) {
        if (VidEntryDescriptor.kind(terms.entry(vid)) != TermKind.IRI) {
            throw WukongsException.user("a predicate must be an IRI");
        }
    }

    /** Learns the predicate with the number after the newest one, or one that it knows. */
    synchronized void learn(long pid, long vid) {
        if (pid < 1 || pid > count + 1L || (pid <= count && vids[(int) pid - 1] != vid)) {
            throw new IllegalStateException(
                    "predicates are not learned in order: pid=" + pid + " count=" + count);
        }
        if (pid > count) {
            append(vid);
            notifyAll();
        }
    }

    /** Waits until a predicate is learned; returns false if none is for {@code msMax}. */
    synchronized boolean await(long pid, long msMax) {
        try {
            int before = -1;
            while (!isGiven(pid) && count != before) {
                before = count;
                wait(msMax);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return isGiven(pid);
    }

    private long append(long vid) {
        if (count == Keys.PID_MAX) {
            throw WukongsException.fatal("too many predicates: predicateCountMax=" + Keys.PID_MAX);
        }
        long[] grown = count < vids.length ? vids : Arrays.copyOf(vids, Math.max(16, count * 2));
        grown[count] = vid;
        vids = grown;
        given = count + 1;
        boolean set = false;
        try {
            terms.setPid(vid, count + 1L);
            set = true;
        } finally {
            count = set ? count + 1 : count;
            given = count;
        }
        return count;
    }

    synchronized int count() {
        return count;
    }

    /** Returns the vids of all predicates, by pid from 1 on. */
    synchronized long[] vids() {
        return Arrays.copyOf(vids, count);
    }
}
