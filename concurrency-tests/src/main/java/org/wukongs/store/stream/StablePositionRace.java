package org.wukongs.store.stream;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JZJ_Result;
import org.wukongs.id.Keys;
import org.wukongs.id.Vids;

/** Whoever sees a stable position sees the tuples below it: by key, by triple and by predicate. */
@JCStressTest
@Outcome(id = "0, false, 0", expect = Expect.ACCEPTABLE, desc = "before")
@Outcome(id = "1, true, 1", expect = Expect.ACCEPTABLE, desc = "after")
@State
public class StablePositionRace {

    private final LikesStream likes = new LikesStream();

    @Actor
    public void writer() {
        likes.like(4000);
    }

    @Actor
    public void reader(JZJ_Result r) {
        WindowView window = likes.index.range(0, likes.index.stable());
        r.r1 = window.objects(LikesStream.USER, LikesStream.LIKE).size();
        r.r2 = window.contains(LikesStream.USER, LikesStream.LIKE, 4000);
        r.r3 = window.neighbours(Keys.key(Vids.INDEX_VERTEX, LikesStream.LIKE, Keys.OUT)).size();
    }
}
