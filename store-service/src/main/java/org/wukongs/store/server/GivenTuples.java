package org.wukongs.store.server;

import org.wukongs.error.WukongsException;
import org.wukongs.id.GivenIds;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.InputLimits;
import org.wukongs.stream.StreamDefinition;

/**
 * The trust boundary of tuples in ids: what a client sends has only ids that this store's
 * dictionary has given, and times that there can be. Behind it keys are composed of ids without
 * asking again. The session's thread, before the agent sees anything; a few ns an id.
 */
final class GivenTuples {

    private final GivenIds given;

    GivenTuples(GivenIds given) {
        this.given = given;
    }

    /** USER error where one of a message's ids, its batch or one of its times cannot be. */
    void check(StreamDefinition stream, EncodedBatch tuples) {
        stream.checkBatch(tuples.batch());
        InputLimits.checkEventTimes(tuples.eventTimesMs());
        checkIds(tuples);
    }

    /** USER error where one of the ids was given to nobody. */
    void checkIds(EncodedBatch triples) {
        checkVids(triples.subjects());
        checkPids(triples.predicates());
        checkVids(triples.objects());
    }

    private void checkVids(long[] vids) {
        for (long vid : vids) {
            if (!given.isGivenVid(vid)) {
                throw stranger("vid", vid);
            }
        }
    }

    private void checkPids(long[] pids) {
        for (long pid : pids) {
            if (!given.isGivenPid(pid)) {
                throw stranger("pid", pid);
            }
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
