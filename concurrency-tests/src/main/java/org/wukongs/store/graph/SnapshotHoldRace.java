package org.wukongs.store.graph;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JII_Result;

/**
 * Three snapshots follow each other, and memory of marks and lists is reused as soon as it can be:
 * either the writer sees what the reader holds, or the reader holds something newer.
 */
@JCStressTest
@Outcome(id = "2, 2, 2", expect = Expect.ACCEPTABLE, desc = "before")
@Outcome(id = "3, 3, 3", expect = Expect.ACCEPTABLE, desc = "after the first")
@Outcome(id = "4, 4, 4", expect = Expect.ACCEPTABLE, desc = "after the second")
@Outcome(id = "5, 5, 5", expect = Expect.ACCEPTABLE, desc = "after the third")
@State
public class SnapshotHoldRace {

    private final SnapshotScratch scratch = new SnapshotScratch(2);

    @Actor
    public void writer() {
        for (int i = 0; i < 3; i++) {
            scratch.addObject();
            scratch.memory.retired().reclaim();
        }
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
