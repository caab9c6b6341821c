package org.wukongs.store.server;

import org.wukongs.error.WukongsException;
import org.wukongs.id.GivenIds;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.StreamDefinition;

/**
 * Checks tuples of ids at the trust boundary: a client may send only ids that this store's
 * dictionary has given, and valid times. After the check, keys are composed of ids without checking
 * again. The session's thread, before the agent gets the tuples; a few ns per id.
 */
final class GivenTuples {

    private final GivenIds given;

    GivenTuples(GivenIds given) {
        this.given = given;
    }

    /**
     * USER error if a message has an id that was not given, an invalid batch or an invalid time.
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

    /** USER error if one of the ids was not given; what is loaded has no removals. */
    void checkIds(EncodedBatch triples) {
        checkVids(triples.subjects());
        for (long pid : triples.predicates()) {
            checkPid(pid);
        }
        checkVids(triples.objects());
    }

    private void checkVids(long[] vids) {
        for (long vid : vids) {
            if (!given.isGivenVid(vid)) {
                throw stranger("vid", vid);
            }
        }
    }

    private void checkPid(long pid) {
        if (!given.isGivenPid(pid)) {
            throw stranger("pid", pid);
        }
    }

    private static WukongsException stranger(String kind, long id) {
        return WukongsException.user(
                "a message has an id that the store's dictionary has given to no term: "
                        + kind
                        + "="
                        + id);
    }
}
