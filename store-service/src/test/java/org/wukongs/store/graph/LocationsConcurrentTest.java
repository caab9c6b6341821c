package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.wukongs.store.fabric.FabricCounts;

/**
 * The same as {@link OneSidedConcurrentTest}, with locations that are kept as over a network: none
 * leads to a block that was freed meanwhile.
 */
class LocationsConcurrentTest extends OneSidedConcurrentTest {

    private final FabricCounts counts = new FabricCounts();

    @Override
    OneSidedMemory open(SharedMemoryOffer offer, Path directory) {
        return DearMemory.open(offer, directory, counts);
    }

    @AfterEach
    void someWereKnown() {
        assertThat(counts.locationHitCount()).isPositive();
        assertThat(counts.locationMissCount()).isPositive();
    }
}
