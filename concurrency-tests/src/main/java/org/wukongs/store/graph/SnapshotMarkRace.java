package org.wukongs.store.graph;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JII_Result;

/**
 * A list gets a third id with snapshot 3: its value is marked, the snapshot published, the mark
 * retired. Who holds snapshot n sees n ids, by look-up and by kernel, however often it looks.
 */
@JCStressTest
@Outcome(id = "2, 2, 2", expect = Expect.ACCEPTABLE, desc = "before")
@Outcome(id = "3, 3, 3", expect = Expect.ACCEPTABLE, desc = "after")
@State
public class SnapshotMarkRace {

    private final SnapshotScratch scratch = new SnapshotScratch(2);

    @Actor
    public void writer() {
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
