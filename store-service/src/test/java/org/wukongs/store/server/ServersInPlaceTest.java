package org.wukongs.store.server;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The same as {@link ClusterServersTest}, with nodes that read each other's memory. */
class ServersInPlaceTest extends ClusterServersTest {

    @TempDir private Path shared;

    @BeforeEach
    void share() {
        metadata.shareIn(shared);
    }
}
