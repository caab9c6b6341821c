package org.wukongs.store.graph;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZIZ_Result;
import org.wukongs.id.Keys;

/** An indexed list grows in place: an id is a member from the moment the length counts it. */
@JCStressTest
@Outcome(id = "false, 33, false", expect = Expect.ACCEPTABLE, desc = "before")
@Outcome(id = "false, 33, true", expect = Expect.ACCEPTABLE, desc = "between the second and third")
@Outcome(id = "false, 34, true", expect = Expect.ACCEPTABLE, desc = "between the first and second")
@Outcome(id = "true, 34, true", expect = Expect.ACCEPTABLE, desc = "after")
@State
public class MembershipIndexRace {

    private static final long NEW_ID = 777;

    private final Scratch scratch = new Scratch(2048);
    private final long value = scratch.newList(Keys.OUT, 33, 40);

    @Actor
    public void writer() {
        scratch.append(Keys.OUT, value, NEW_ID);
        scratch.journal.apply();
    }

    @Actor
    public void reader(ZIZ_Result r) {
        r.r1 = contains();
        r.r2 = NeighbourLists.plainLength(scratch.region, value);
        r.r3 = contains();
    }

    private boolean contains() {
        int length = NeighbourLists.plainLength(scratch.region, value);
        return NeighbourLists.contains(scratch.region, Keys.OUT, value, length, NEW_ID);
    }

    @Arbiter
    public void end(ZIZ_Result r) {
        scratch.close();
    }
}
