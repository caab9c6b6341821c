package org.wukongs.store.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.wukongs.store.fabric.FabricCounts;

/** The same as {@link OneSidedModelTest}, with locations that are kept as over a network. */
class LocationsModelTest extends OneSidedModelTest {

    private final FabricCounts counts = new FabricCounts();

    @Override
    OneSidedMemory open(SharedMemoryOffer offer, Path directory) {
        return DearMemory.open(offer, directory, counts);
    }

    @AfterEach
    void someWereKnown() {
        long all = counts.locationHitCount() + counts.locationMissCount();
        assertThat(all == 0 || counts.locationHitCount() > all / 10)
                .as("hits=%s of %s", counts.locationHitCount(), all)
                .isTrue();
    }
}
