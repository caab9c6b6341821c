package org.wukongs.store.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus.NodeStatus;
import org.wukongs.naive.Waits;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;
import org.wukongs.store.server.TestCluster;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;

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
                        .contains("turns behind", "graph memory", "home")
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

    private static final String ALL = "SELECT * { ?s ?p ?o }";

    private static void load(StoreClient client, String name, int count) {
        List<Tuple> tuples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String subject = "<http://x/" + name + i + ">";
            tuples.add(new Tuple(0, subject, "<http://x/p>", "<http://x/o" + i % 50 + ">"));
        }
        TupleEncoder encoder = new TupleEncoder(client.strings());
        client.load(StreamDefinition.STORED, encoder.encode(new TupleBatch(0, false, tuples)));
    }

    /** All nodes find as many triples. */
    private static void assertRows(TestCluster cluster, int count) {
        for (int node = 0; node < cluster.servers().size(); node++) {
            assertThat(cluster.client(node).query(ALL).rows()).hasSize(count);
            assertThat(cluster.client(node).check().violations()).isEmpty();
        }
    }

    /** Returns how many partitions each node has, as one of them sees it soon. */
    private static Map<Integer, Integer> partitions(TestCluster cluster, int asked) {
        Map<Integer, Integer> counts = new TreeMap<>();
        for (NodeStatus node : cluster.client(asked).status().nodes()) {
            counts.put(node.node(), node.partitionCount());
        }
        return counts;
    }

    private static List<String> move(TestCluster cluster, String partitions, int to) {
        String store = cluster.address(2).toString();
        return Cli.ok(
                        "cluster",
                        "move",
                        "--partitions",
                        partitions,
                        "--to",
                        Integer.toString(to),
                        "--store",
                        store)
                .lines()
                .toList();
    }

    @Test
    void partitionsMove() throws Exception {
        try (TestCluster cluster = TestCluster.of(5, 2, 9)) {
            load(cluster.client(0), "a", 1000);
            assertThat(move(cluster, "500-519", 9))
                    .containsExactly("moved partitions: 20 from=2 to=9");
            assertThat(move(cluster, "500-519", 9)).isEmpty(); // they are there
            assertThat(move(cluster, "7", 2)).containsExactly("moved partitions: 1 from=5 to=2");
            assertThat(move(cluster, "340-345", 9)) // the first has 0 to 341, the next up to 682
                    .containsExactly(
                            "moved partitions: 2 from=5 to=9", "moved partitions: 4 from=2 to=9");
            Map<Integer, Integer> moved =
                    Map.of(5, 342 - 3, 2, 341 - 20 + 1 - 4, 9, 341 + 20 + 2 + 4);
            for (int asked = 0; asked < 3; asked++) {
                int node = asked;
                Waits.await(() -> partitions(cluster, node).equals(moved));
            }
            load(cluster.client(1), "b", 500);
            assertRows(cluster, 1500);

            String store = cluster.addresses();
            assertThat(
                            Cli.fails(
                                    1,
                                    "cluster move --partitions 0-9 --to 4 --store "
                                            .concat(store)
                                            .split(" ")))
                    .isEqualTo("error: there is no such node in the cluster: node=4");
            for (String none : List.of("x", "1024", "3-1024", "9-8", "3-", "")) {
                assertThat(
                                Cli.fails(
                                        2,
                                        "cluster",
                                        "move",
                                        "--partitions=" + none,
                                        "--to=9",
                                        "--store",
                                        store))
                        .as(none)
                        .startsWith("error: --partitions: ");
            }
        }
    }

    @Test
    void aNodeIsDrained() throws Exception {
        try (TestCluster cluster = TestCluster.of(5, 2, 9)) {
            load(cluster.client(0), "a", 1000);
            StoreClient second = cluster.client(1);
            second.registerStream(StreamDefinition.of("http://x/s"));
            second.registerQuery(
                    "REGISTER QUERY Q1 AS SELECT ?a FROM STREAM <http://x/s> [RANGE 100ms STEP"
                            + " 100ms] WHERE { GRAPH <http://x/s> { ?a <http://x/p> <http://x/o1> } }");
            cluster.client(2).registerStream(StreamDefinition.of("http://x/t"));
            String store = cluster.addresses();
            assertThat(partitions(cluster, 0)).isEqualTo(Map.of(5, 342, 2, 341, 9, 341));
            assertThat(Cli.ok("cluster", "drain", "--node", "2", "--store", store).lines())
                    .containsExactly(
                            "moved streams: 1 queries: 1 from=2 to=9",
                            "moved partitions: 171 from=2 to=5",
                            "moved partitions: 170 from=2 to=9");
            Waits.await(() -> partitions(cluster, 0).get(2) == 0);
            assertThat(second.status().nodes().get(1).streams()).isEmpty();
            assertThat(second.describeQuery("Q1").streams()).containsExactly("http://x/s");
            load(second, "b", 500); // it owns nothing, and is a node as others
            assertRows(cluster, 1500);
            assertThat(Cli.ok("cluster", "drain", "--node", "2", "--store", store)).isEmpty();

            assertThat(Cli.ok("cluster", "add", "--node", "2", "--store", store).lines())
                    .containsExactly(
                            "moved partitions: 171 from=5 to=2",
                            "moved partitions: 169 from=9 to=2");
            Waits.await(() -> partitions(cluster, 0).equals(Map.of(5, 342, 2, 340, 9, 342)));
            assertRows(cluster, 1500);
            assertThat(Cli.ok("cluster", "add", "--node", "2", "--store", store)).isEmpty();
            assertThat(Cli.ok("cluster", "add", "--node", "9", "--store", store)).isEmpty();
            assertThat(Cli.fails(1, "cluster", "add", "--node", "4", "--store", store))
                    .isEqualTo("error: there is no such node in the cluster: node=4");

            assertThat(Cli.fails(1, "cluster", "drain", "--node", "4", "--store", store))
                    .isEqualTo("error: there is no such node in the cluster: node=4");
            cluster.servers().get(1).close();
            assertThat(Cli.fails(1, "cluster", "drain", "--node", "2", "--store", store))
                    .startsWith("error: the node does not answer: node=2 reason=");
        }
    }

    @Test
    void aNodeIsRemoved() throws Exception {
        try (TestCluster cluster = TestCluster.of(5, 2, 9)) {
            load(cluster.client(0), "a", 1000);
            String store = cluster.address(1) + "," + cluster.address(0);
            assertThat(Cli.fails(1, "cluster", "remove", "--node", "2", "--store", store))
                    .isEqualTo("error: the node has vertex partitions, drain it first: node=2");
            assertThat(Cli.fails(1, "cluster", "remove", "--node", "4", "--store", store))
                    .isEqualTo("error: there is no such node in the cluster: node=4");
            Cli.ok("cluster", "drain", "--node", "2", "--store", store);
            assertThat(Cli.ok("cluster", "remove", "--node", "2", "--store", store))
                    .isEqualTo("removed node 2\n");
            cluster.servers().get(1).awaitEnd();
            for (int node : List.of(0, 2)) {
                Waits.await(() -> partitions(cluster, node).equals(Map.of(5, 513, 9, 511)));
                load(cluster.client(node), "b" + node, 100);
            }
            for (int node : List.of(0, 2)) {
                assertThat(cluster.client(node).query(ALL).rows()).hasSize(1200);
            }
            assertThat(Cli.fails(1, "cluster", "remove", "--node", "2", "--store", store))
                    .isEqualTo("error: there is no such node in the cluster: node=2");
        }
    }

    @Test
    void aStoreOfOneNodeIsNoCluster() {
        try (StoreServer server = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0)) {
            String store = server.address().toString();
            assertThat(Cli.fails(1, "cluster", "status", "--store", store))
                    .isEqualTo("error: the store is one node, not a cluster");
            assertThat(Cli.fails(1, "cluster", "drain", "--node", "2", "--store", store))
                    .isEqualTo("error: the store is one node, not a cluster");
        }
    }

    @Test
    void clusterNeedsACommand() {
        assertThat(Cli.fails(2, "cluster")).startsWith("error: cluster needs a command: status");
    }
}
