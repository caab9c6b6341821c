package org.wukongs.store.graph;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JII_Result;

/** An empty graph gets its first triples, without marks, then another one with a mark. */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "before its birth")
@Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "after it")
@Outcome(id = "2, 2, 2", expect = Expect.ACCEPTABLE, desc = "after the second")
@State
public class SnapshotBirthRace {

    private final SnapshotScratch scratch = new SnapshotScratch(0);

    @Actor
    public void writer() {
        scratch.addObject();
        scratch.addObject();
    }

    @Actor
    public void reader(JII_Result r) {
        scratch.read(r);
    }

    @Arbiter
    public void end(JII_Result r) {
        scratch.close();
    }
}
