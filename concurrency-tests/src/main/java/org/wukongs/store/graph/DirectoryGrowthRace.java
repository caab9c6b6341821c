package org.wukongs.store.graph;

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

    private final DirectoryScratch scratch = new DirectoryScratch(1024);

    public DirectoryGrowthRace() {
        scratch.fill(5, OLD, 2050, 3075);
    }

    @Actor
    public void writer() {
        scratch.add(NEW, 9);
    }

    @Actor
    public void reader(JJ_Result r) {
        r.r2 = scratch.directory.word(NEW);
        r.r1 = scratch.directory.word(OLD);
    }

    @Arbiter
    public void end(JJ_Result r) {
        scratch.close();
    }
}
