package org.wukongs.store.graph;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/** A block is replaced and reused: a reader in its epoch reads the old one or the new one. */
@JCStressTest
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the old block")
@Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "the new block")
@State
public class ReclamationRace {

    private final Scratch scratch = new Scratch(256, new ReaderEpochs());
    private final ReaderEpochs.Reader reader = scratch.epochs.newReader();
    private final long cell = scratch.allocator.allocate(1);

    public ReclamationRace() {
        scratch.region.putLong(cell, newBlock(1));
    }

    private long newBlock(long content) {
        long block = scratch.allocator.allocate(2);
        scratch.region.putLong(block, content);
        return block;
    }

    @Actor
    public void writer() {
        long old = scratch.region.getLong(cell);
        scratch.journal.value(cell, newBlock(2));
        scratch.journal.retire(old, 2);
        scratch.journal.apply();
        if (scratch.retired.reclaim()) {
            newBlock(99);
        }
    }

    @Actor
    public void reader(J_Result r) {
        reader.enter();
        long block = scratch.region.getLongAcquire(cell);
        r.r1 = scratch.region.getLongAcquire(block);
        reader.leave();
    }

    @Arbiter
    public void end(J_Result r) {
        scratch.close();
    }
}
