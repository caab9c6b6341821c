package org.wukongs.store.memory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A sparse directory is copied into a larger one: what was there is there all the time. */
@JCStressTest
@Outcome(id = "5, 0", expect = Expect.ACCEPTABLE, desc = "before the new vertex")
@Outcome(id = "5, 9", expect = Expect.ACCEPTABLE, desc = "after it")
@State
public class DirectoryGrowthRace {

    private static final long OLD = 1025;
    private static final long NEW = 5125;

    private final Scratch scratch = new Scratch(1024);
    private final VertexDirectory directory =
            new VertexDirectory(scratch.region, scratch.allocator, scratch.retired);

    public DirectoryGrowthRace() {
        long[] vids = {OLD, 2050, 3075};
        directory.reserve(vids, vids.length);
        directory.publish();
        for (long vid : vids) {
            scratch.region.putLong(directory.place(vid), 5);
            directory.countVertex();
        }
    }

    @Actor
    public void writer() {
        directory.reserve(new long[] {NEW}, 1);
        long at = directory.place(NEW);
        directory.publish();
        scratch.journal.value(at, 9);
        scratch.journal.apply(null);
    }

    @Actor
    public void reader(JJ_Result r) {
        r.r2 = directory.word(NEW);
        r.r1 = directory.word(OLD);
    }

    @Arbiter
    public void end(JJ_Result r) {
        scratch.close();
    }
}
