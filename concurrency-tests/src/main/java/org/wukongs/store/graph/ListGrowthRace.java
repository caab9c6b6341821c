package org.wukongs.store.graph;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IJ_Result;
import org.wukongs.id.Keys;

/** A list grows in place: whoever sees its length sees the ids below it. */
@JCStressTest
@Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "before")
@Outcome(id = "3, 77", expect = Expect.ACCEPTABLE, desc = "after")
@State
public class ListGrowthRace {

    private final Scratch scratch = new Scratch(256);
    private final long value = scratch.newList(Keys.IN, 2, 4);

    @Actor
    public void writer() {
        scratch.append(Keys.IN, value, 77);
        scratch.journal.apply();
    }

    @Actor
    public void reader(IJ_Result r) {
        int length = NeighbourLists.plainLength(scratch.region, value);
        long list = ValueDescriptor.offset(value);
        r.r1 = length;
        r.r2 = scratch.region.getLong(ListDescriptor.id(list, length - 1));
    }

    @Arbiter
    public void end(IJ_Result r) {
        scratch.close();
    }
}
