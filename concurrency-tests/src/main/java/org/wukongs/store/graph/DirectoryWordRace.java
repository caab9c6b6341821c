package org.wukongs.store.graph;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * A vertex gets its first record: a new vid in a sparse directory, its word, and the record that
 * the word points to; read with acquire, then as kernels do, with a fence.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "before")
@Outcome(id = "0, 42", expect = Expect.ACCEPTABLE, desc = "between")
@Outcome(id = "42, 42", expect = Expect.ACCEPTABLE, desc = "after")
@State
public class DirectoryWordRace {

    private static final long VID = 1025;

    private final DirectoryScratch scratch = new DirectoryScratch(512);
    private final MemoryRegion region = scratch.scratch.region;

    public DirectoryWordRace() {
        scratch.makeRoom(VID);
    }

    @Actor
    public void writer() {
        long record = scratch.scratch.allocator.allocate(2);
        region.putLong(RecordDescriptor.value(record, 1), 42);
        long at = scratch.directory.place(VID);
        scratch.publish(at, ValueDescriptor.word(1, ValueDescriptor.pointer(record)));
    }

    @Actor
    public void reader(JJ_Result r) {
        r.r1 = valueOf(scratch.directory.word(VID));
        long word = scratch.directory.table().word(region, VID);
        MemoryRegion.loadFence();
        r.r2 = valueOf(word);
    }

    private long valueOf(long word) {
        return word == 0
                ? 0
                : region.getLong(RecordDescriptor.value(ValueDescriptor.offset(word), 1));
    }

    @Arbiter
    public void end(JJ_Result r) {
        scratch.close();
    }
}
