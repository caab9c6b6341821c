package org.wukongs.store.stream;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JZ_Result;

/** Chunks and a generation are given back below a window, and used again: it stays as it is. */
@JCStressTest
@Outcome(id = "2, true", expect = Expect.ACCEPTABLE, desc = "the window as it was")
@State
public class RotationRace {

    private final LikesStream likes = new LikesStream();
    private final WindowView window;

    public RotationRace() {
        for (long object = 4000; object < 4006; object++) {
            likes.like(object);
        }
        window = likes.index.range(4, 6);
    }

    @Actor
    public void writer() {
        likes.index.reclaimBelow(4);
        for (long object = 4006; object < 4010; object++) {
            likes.like(object);
        }
    }

    @Actor
    public void reader(JZ_Result r) {
        r.r1 = window.objects(LikesStream.USER, LikesStream.LIKE).size();
        r.r2 = window.contains(LikesStream.USER, LikesStream.LIKE, 4004);
    }
}
