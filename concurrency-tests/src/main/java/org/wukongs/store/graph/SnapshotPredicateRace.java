package org.wukongs.store.graph;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.wukongs.id.Keys;
import org.wukongs.store.view.TripleView;

/**
 * A vertex gets a second predicate, and so a new record: its predicates, its objects under the new
 * one, and the predicates of the graph are those of the held snapshot.
 */
@JCStressTest
@Outcome(id = "2, 1, 0, 1", expect = Expect.ACCEPTABLE, desc = "before")
@Outcome(id = "3, 2, 1, 2", expect = Expect.ACCEPTABLE, desc = "after")
@State
public class SnapshotPredicateRace {

    private final SnapshotScratch scratch = new SnapshotScratch(2);

    @Actor
    public void writer() {
        scratch.graph.add(SnapshotScratch.SUBJECT, 2, 4096);
    }

    @Actor
    public void reader(IIII_Result r) {
        long sn = scratch.reader.enter();
        TripleView view = scratch.graph.at(sn);
        r.r1 = (int) sn;
        r.r2 = view.predicatesOf(SnapshotScratch.SUBJECT).size();
        r.r3 = view.objects(SnapshotScratch.SUBJECT, 2).size();
        r.r4 = view.neighbours(Keys.key(0, Keys.PREDICATES, Keys.OUT)).size();
        scratch.reader.leave();
    }

    @Arbiter
    public void end(IIII_Result r) {
        scratch.close();
    }
}
