package org.wukongs.store.graph;

import java.nio.file.Path;
import java.util.List;
import org.wukongs.store.fabric.RemoteMemory;

/** Reads in shared memory. */
class MappedMemoryTest extends RemoteMemoryContract {

    @Override
    protected List<String> sharing() {
        return List.of();
    }

    @Override
    protected RemoteMemory open(String[] offer, Path directory) {
        return MappedMemory.open(offer(offer).file(), directory);
    }
}
