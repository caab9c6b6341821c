package org.wukongs.store.graph;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZZ_Result;

/**
 * Two parts of an insert place new vertices that begin at one slot of a sparse directory: each gets
 * a slot of its own and finds it again, and a reader beside them sees no word.
 */
@JCStressTest
@Outcome(id = "true, true, true, true", expect = Expect.ACCEPTABLE, desc = "two slots")
@State
public class SharedPlaceRace {

    private static final long VID = 1025;
    private static final long SAME_SLOT = sameSlot();

    private final DirectoryScratch scratch = new DirectoryScratch(1024);
    private long at; // owner: the first part
    private long otherAt; // owner: the second part

    public SharedPlaceRace() {
        scratch.makeRoom(VID, SAME_SLOT);
    }

    private static long sameSlot() {
        long mask = DirectoryDescriptor.SLOT_COUNT_MIN - 1;
        long vid = VID + 1;
        while (DirectoryDescriptor.firstSlot(vid, mask)
                != DirectoryDescriptor.firstSlot(VID, mask)) {
            vid++;
        }
        return vid;
    }

    @Actor
    public void part(ZZZZ_Result r) {
        at = scratch.directory.placeShared(VID);
        r.r1 = scratch.directory.placeShared(VID) == at;
    }

    @Actor
    public void otherPart(ZZZZ_Result r) {
        otherAt = scratch.directory.placeShared(SAME_SLOT);
        r.r2 = scratch.directory.placeShared(SAME_SLOT) == otherAt;
    }

    @Actor
    public void reader(ZZZZ_Result r) {
        r.r3 = (scratch.directory.word(SAME_SLOT) | scratch.directory.word(VID)) == 0;
    }

    @Arbiter
    public void end(ZZZZ_Result r) {
        r.r4 =
                at != otherAt
                        && scratch.directory.place(VID) == at
                        && scratch.directory.place(SAME_SLOT) == otherAt;
        scratch.close();
    }
}
