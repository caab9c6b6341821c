package org.wukongs.store.graph;

import java.nio.file.Path;
import org.wukongs.store.fabric.FabricCounts;
import org.wukongs.store.fabric.RemoteMemory;

/** A memory of this host that says of its rounds what one over a network does. */
class DearMemory extends ForwardingMemory {

    private static final int ROUND_WORDS = 1 << 12;

    DearMemory(RemoteMemory memory) {
        super(memory);
    }

    /** Opens what a process of this host offers. */
    static OneSidedMemory open(SharedMemoryOffer offer, Path directory, FabricCounts counts) {
        return OneSidedMemory.over(new DearMemory(mapped(offer, directory)), offer, counts);
    }

    @Override
    public int roundWords() {
        return ROUND_WORDS;
    }
}
