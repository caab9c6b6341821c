package org.wukongs.store.cluster;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.stream.VertexOwners;

/** The same as {@link PartitionedViewTest}, with nodes that read each other's memory. */
class ViewInPlaceTest extends PartitionedViewTest {

    @TempDir private Path folder;

    @Override
    GraphNodes newNodes(VertexOwners owners) {
        return new GraphNodes(owners, folder);
    }
}
