package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.StoreClient;
import org.wukongs.naive.Waits;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;
import org.wukongs.store.server.TestCluster;
import org.wukongs.stream.StreamDefinition;

/** What commands say of the nodes of a cluster, whichever of them is asked. */
@Timeout(120)
class ClusterCommandTest {

    @Test
    void anyAddressTellsOfAllNodes() throws Exception {
        try (TestCluster cluster = TestCluster.of(5, 2)) {
            String second = cluster.address(1).toString();
            assertThat(Cli.ok("streams", "--add", "http://x/s", "--store", second))
                    .contains("added http://x/s");
            HomeSubject stream = HomeSubject.stream("http://x/s");
            StoreClient first = cluster.client(0);
            Waits.await(() -> first.homes(List.of(stream)).equals(List.of(cluster.address(1))));
            for (int node = 0; node < 2; node++) {
                String store = cluster.address(node).toString();
                assertThat(Cli.ok("cluster", "status", "--store", store))
                        .contains("turns behind", "graph bytes", "home")
                        .containsPattern("5 +\\| " + cluster.address(0) + " +\\| 0 +\\| 0 +\\| 0")
                        .containsPattern("2 +\\| " + second + " .* 512 .* \\| ok")
                        .containsPattern("(?m)^http://x/s +\\| 2$");
                assertThat(Cli.ok("streams", "--store", store))
                        .containsPattern("(?m)^http://x/s .* 2$");
                assertThat(Cli.ok("status", "--store", store)).contains("turns behind");
            }
            JsonNode json =
                    new ObjectMapper()
                            .readTree(
                                    Cli.ok(
                                            "cluster",
                                            "status",
                                            "--json",
                                            "--store",
                                            cluster.addresses()));
            assertThat(json.at("/nodes/1/streams/0").asText()).isEqualTo("http://x/s");
            assertThat(json.at("/nodes/0/self").asBoolean()).isTrue();
            assertThat(json.at("/nodes/0/failure").isNull()).isTrue();

            cluster.client(0).registerStream(StreamDefinition.of("http://x/t"));
            cluster.servers().get(1).close();
            assertThat(Cli.ok("cluster", "status", "--store", second + "," + cluster.address(0)))
                    .containsPattern("2 +\\| " + second + " .* - .* \\| not reachable: ")
                    .containsPattern("(?m)^http://x/s +\\| 2$")
                    .containsPattern("(?m)^http://x/t +\\| 5$");
            for (String command : List.of("streams", "queries", "status")) {
                Cli cli = Cli.run(command, "--store", cluster.address(0).toString());
                assertThat(cli.exitCode()).isZero();
                assertThat(cli.err())
                        .startsWith("warning: what a node has is not shown: node=2 reason=");
            }
        }
    }

    @Test
    void aStoreOfOneNodeIsNoCluster() {
        try (StoreServer server = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0)) {
            String store = server.address().toString();
            assertThat(Cli.fails(1, "cluster", "status", "--store", store))
                    .isEqualTo("error: the store is one node, not a cluster");
        }
    }

    @Test
    void clusterNeedsACommand() {
        assertThat(Cli.fails(2, "cluster")).startsWith("error: cluster needs a command: status");
    }
}
