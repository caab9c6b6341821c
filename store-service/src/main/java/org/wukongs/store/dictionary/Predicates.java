package org.wukongs.store.dictionary;

import java.util.Arrays;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;

/** pid → vid, dense from 1 on; the way back is in the vid's entry. Appends exclude each other. */
final class Predicates {

    private final Terms terms;
    // [pid - 1]; a reader learns a pid after its element was written
    private volatile long[] vids;
    private int count;

    Predicates(Terms terms) {
        this.terms = terms;
        this.vids = terms.predicates();
        this.count = vids.length;
    }

    /** The pid of an IRI, a new one where it had none. */
    long findOrAllocate(long vid) {
        long pid = find(vid);
        return pid == TermDictionary.UNKNOWN ? allocate(vid) : pid;
    }

    /** {@link TermDictionary#UNKNOWN} where the vid is no predicate. */
    long find(long vid) {
        long pid = VidEntryDescriptor.pid(terms.entry(vid));
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
        if (VidEntryDescriptor.kind(terms.entry(vid)) != TermKind.IRI) {
            throw WukongsException.user("a predicate has to be an IRI");
        }
        if (count == Keys.PID_MAX) {
            throw WukongsException.fatal("too many predicates: predicateCountMax=" + Keys.PID_MAX);
        }
        long[] grown = count < vids.length ? vids : Arrays.copyOf(vids, Math.max(16, count * 2));
        grown[count] = vid;
        vids = grown;
        terms.setPid(vid, count + 1L);
        return ++count;
    }

    synchronized int count() {
        return count;
    }

    /** The vids of all predicates, by pid from 1 on. */
    synchronized long[] vids() {
        return Arrays.copyOf(vids, count);
    }
}
