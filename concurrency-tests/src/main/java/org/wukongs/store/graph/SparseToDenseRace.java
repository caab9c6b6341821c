package org.wukongs.store.graph;

import java.util.stream.LongStream;
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

    private final DirectoryScratch scratch = new DirectoryScratch(256 << 10);

    public SparseToDenseRace() {
        scratch.fill(5, LongStream.range(NEW - VIDS, NEW).toArray());
    }

    @Actor
    public void writer() {
        scratch.add(NEW, 9);
        if (!scratch.directory.table().isDense()) {
            throw new IllegalStateException("the directory did not become dense");
        }
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
