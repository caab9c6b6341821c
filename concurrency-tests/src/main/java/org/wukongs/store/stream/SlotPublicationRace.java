package org.wukongs.store.stream;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * A slot is overwritten with a newer tuple, in a chunk that was not there: a window before it is
 * found through the slot's old or new position, and never shows the new tuple.
 */
@JCStressTest
@Outcome(id = "1, 5000, 1", expect = Expect.ACCEPTABLE, desc = "the window as it was")
@State
public class SlotPublicationRace {

    private final LikesStream likes = new LikesStream();
    private final WindowView window;

    public SlotPublicationRace() {
        likes.like(4000);
        likes.like(5000);
        window = likes.index.range(1, 2);
    }

    @Actor
    public void writer() {
        likes.like(6000);
        likes.like(5000);
    }

    @Actor
    public void reader(JJJ_Result r) {
        var objects = window.objects(LikesStream.USER, LikesStream.LIKE);
        r.r1 = objects.size();
        r.r2 = objects.size() == 0 ? 0 : objects.get(0);
        r.r3 = window.newestEventTimeMs(LikesStream.USER, LikesStream.LIKE, 5000);
    }
}
