package org.wukongs.store.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus.NodeStatus;
import org.wukongs.fabric.verbs.VerbsDevice;
import org.wukongs.store.cluster.FabricOptions;
import org.wukongs.store.peer.PeerStatistics;

/** The same as {@link ClusterServersTest}, with nodes that read each other's memory over RDMA. */
class VerbsServersTest extends ClusterServersTest {

    @TempDir private Path shared;

    @BeforeEach
    void share() {
        metadata.readBy(FabricOptions.Kind.VERBS, shared, VerbsDevice.host());
    }

    /** None of the reads has become a message. */
    @Override
    @Test
    void everyNodeAnswersLikeOneNode() throws Exception {
        super.everyNodeAnswersLikeOneNode();
        for (StoreClient client : clients) {
            assertThat(client.status().nodes())
                    .filteredOn(node -> !node.self())
                    .extracting(NodeStatus::fabric)
                    .containsExactly("verbs", "verbs");
        }
        for (StoreServer server : servers) {
            assertThat(server.networkCounts().readCount()).isPositive();
            assertThat(server.peerStatistics())
                    .allMatch(peer -> peer.inPlaceCount() > 0)
                    .extracting(PeerStatistics::fallbackCount)
                    .containsOnly(0L);
        }
    }
}
