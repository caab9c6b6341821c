package org.wukongs.store.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.store.node.StoreNode;

/** The same as {@link ClusterQueriesTest}, with nodes that read each other's memory. */
class QueriesInPlaceTest extends ClusterQueriesTest {

    @TempDir private Path shared;

    @Override
    LocalCluster newCluster(int nodeCount) throws IOException {
        return new LocalCluster(
                nodeCount, NodeThreads.NONE, Files.createTempDirectory(shared, "cluster"));
    }

    /** Steps over vertices of other nodes ask nobody. */
    @Test
    @Override
    void aKnownPlanAsksOnceAStepAndOwner() throws Exception {
        try (LocalCluster cluster = newCluster(3)) {
            load(cluster.node(0));
            StoreNode node = cluster.node(0);
            for (int i = 0; i < 20; i++) {
                String query = "SELECT * { :p" + i + " :knows ?b . ?b :age ?n }";
                rows(node, query); // makes the plan, and learns the terms
                assertThat(requests(node, query)).isZero();
            }
            assertThat(node.partitioned().reads().inPlaceCount()).isGreaterThan(20);
            assertThat(node.partitioned().reads().fallbackCount()).isZero();
            assertThat(node.partitioned().fabric(1).text()).isEqualTo("shm");
        }
    }
}
