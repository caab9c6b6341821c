package org.wukongs.store.server;

import org.wukongs.error.WukongsException;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.dictionary.TermHold;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.StreamDefinition;

/**
 * Checks tuples of ids at the trust boundary: a client may send only ids that this store's
 * dictionary has given, and valid times. After the check, keys are composed of ids without checking
 * again, and the terms are kept until the tuples are in their stream or graph. The session's
 * thread, before the agent gets the tuples; a few ns per id.
 */
final class GivenTuples {

    /** Far longer than a node takes to read the metadata log. */
    private static final long PREDICATE_MS_MAX = 5_000;

    private final TermDictionary dictionary;

    GivenTuples(TermDictionary dictionary) {
        this.dictionary = dictionary;
    }

    /** Holds the terms of tuples that are checked, until the agent has them. */
    TermHold hold() {
        return dictionary.hold();
    }

    /**
     * USER error if a message has an id that was not given, an invalid batch or an invalid time;
     * RETRIABLE if it has the id of a term that was reclaimed.
     */
    void check(StreamDefinition stream, EncodedBatch tuples) {
        stream.checkBatch(tuples.batch());
        InputLimits.checkEventTimes(tuples.eventTimesMs());
        checkVids(tuples.subjects());
        for (int row = 0; row < tuples.size(); row++) {
            checkPid(tuples.pid(row));
        }
        checkVids(tuples.objects());
    }

    /** The same for triples to be loaded, which have no removals and whose times are ignored. */
    void checkIds(EncodedBatch triples) {
        checkVids(triples.subjects());
        for (long pid : triples.predicates()) {
            checkPid(pid);
        }
        checkVids(triples.objects());
    }

    private void checkVids(long[] vids) {
        for (long vid : vids) {
            if (!dictionary.keep(vid)) {
                throw dictionary.wasGiven(vid) ? reclaimed(vid) : stranger("vid", vid);
            }
        }
    }

    private void checkPid(long pid) {
        if (!dictionary.isGivenPid(pid) && !isGivenSoon(pid)) {
            throw stranger("pid", pid);
        }
    }

    /** In a cluster another node may have given it, of which this one has not read yet. */
    private boolean isGivenSoon(long pid) {
        return dictionary.isPartitioned() && dictionary.awaitPredicate(pid, PREDICATE_MS_MAX);
    }

    private static WukongsException reclaimed(long vid) {
        return WukongsException.retriable(
                "a message has the id of a term that was reclaimed, because it was looked up too"
                        + " long ago; look it up again, or raise --terms-kept: vid="
                        + vid);
    }

    private static WukongsException stranger(String kind, long id) {
        return WukongsException.user(
                "a message has an id that the store's dictionary has given to no term: "
                        + kind
                        + "="
                        + id);
    }
}
