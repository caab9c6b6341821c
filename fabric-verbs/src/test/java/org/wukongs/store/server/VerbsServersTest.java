package org.wukongs.store.server;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.fabric.verbs.VerbsDevice;
import org.wukongs.store.cluster.FabricOptions;

/** The same as {@link ClusterServersTest}, with nodes that read each other's memory over RDMA. */
class VerbsServersTest extends ClusterServersTest {

    @TempDir private Path shared;

    @BeforeEach
    void share() {
        metadata.readBy(FabricOptions.Kind.VERBS, shared, VerbsDevice.host());
    }
}
