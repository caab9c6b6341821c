package org.wukongs.store.graph;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JII_Result;

/**
 * A reader enters a certain snapshot, which the writer publishes, shows, and leaves behind: either
 * it is not there yet or gone, or the reader sees it whole.
 */
@JCStressTest
@Outcome(id = "0, 0, 0", expect = Expect.ACCEPTABLE, desc = "not published, or no longer visible")
@Outcome(id = "3, 3, 3", expect = Expect.ACCEPTABLE, desc = "entered")
@State
public class SnapshotAheadRace {

    private static final long AHEAD = 3;

    private final SnapshotScratch scratch = new SnapshotScratch(2);

    public SnapshotAheadRace() {
        scratch.memory.holdSnapshots();
    }

    @Actor
    public void writer() {
        for (long sn = AHEAD; sn < AHEAD + 3; sn++) {
            scratch.addObject();
            scratch.memory.showSnapshots(sn);
            scratch.memory.retireMarks();
            scratch.memory.retired().reclaim();
        }
    }

    @Actor
    public void reader(JII_Result r) {
        scratch.read(AHEAD, r);
    }

    @Arbiter
    public void end(JII_Result r) {
        scratch.close();
    }
}
