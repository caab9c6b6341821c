package org.wukongs.store.graph;

import java.nio.file.Path;
import org.wukongs.store.fabric.RemoteMemory;

/** Another memory, for tests that change or count a part of what it does. */
public class ForwardingMemory implements RemoteMemory {

    private final RemoteMemory memory;

    protected ForwardingMemory(RemoteMemory memory) {
        this.memory = memory;
    }

    /** Returns the memory of a process of this host. */
    protected static RemoteMemory mapped(SharedMemoryOffer offer, Path directory) {
        return MappedMemory.open(offer.file(), directory);
    }

    @Override
    public boolean enter() {
        return memory.enter();
    }

    @Override
    public boolean isClosed() {
        return memory.isClosed();
    }

    @Override
    public void leave() {
        memory.leave();
    }

    @Override
    public long sizeBytes() {
        return memory.sizeBytes();
    }

    @Override
    public int roundWords() {
        return memory.roundWords();
    }

    @Override
    public void headWords(int[] at, int count, long[] into) {
        memory.headWords(at, count, into);
    }

    @Override
    public void words(long[] offsets, int count, long[] into) {
        memory.words(offsets, count, into);
    }

    @Override
    public void ranges(long[] offsets, int[] counts, int[] places, int ranges, long[] into) {
        memory.ranges(offsets, counts, places, ranges, into);
    }

    @Override
    public void range(long offset, int count, long[] into, int at) {
        memory.range(offset, count, into, at);
    }

    @Override
    public void close() {
        memory.close();
    }
}
