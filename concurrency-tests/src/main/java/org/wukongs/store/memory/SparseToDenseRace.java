package org.wukongs.store.memory;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A directory becomes dense, where that takes less memory: as when it grows. */
@JCStressTest
@Outcome(id = "5, 0", expect = Expect.ACCEPTABLE, desc = "before the new vertex")
@Outcome(id = "5, 9", expect = Expect.ACCEPTABLE, desc = "after it")
@State
public class SparseToDenseRace {

    /** As many as fill a table that is as large as one dense chunk. */
    private static final int VIDS = 1536;

    private static final long OLD = 1024L + VIDS / 2;
    private static final long NEW = 1024L + VIDS;

    private final Scratch scratch = new Scratch(256 << 10);
    private final VertexDirectory directory =
            new VertexDirectory(scratch.region, scratch.allocator, scratch.retired);

    public SparseToDenseRace() {
        long[] vids = new long[VIDS];
        for (int i = 0; i < VIDS; i++) {
            vids[i] = 1024L + i;
        }
        directory.reserve(vids, VIDS);
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
        if (!directory.table().isDense()) {
            throw new IllegalStateException("the directory did not become dense");
        }
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
