package org.wukongs.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.table.api.EnvironmentSettings;
import org.apache.flink.table.api.TableEnvironment;
import org.apache.flink.types.Row;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.HomeSubject;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.naive.Waits;
import org.wukongs.store.server.TestCluster;
import org.wukongs.stream.StreamDefinition;

/** SQL over a cluster: catalogs that know any of its nodes show and use what all nodes have. */
@Timeout(180)
class ClusterSqlTest {

    @Test
    void anyNodeServesACatalog() throws Exception {
        try (TestCluster store = TestCluster.of(1, 2, 3)) {
            String stream = "http://x/s";
            store.client(1).registerStream(StreamDefinition.of(stream));
            awaitHome(stream, store);
            TableEnvironment tables =
                    TableEnvironment.create(EnvironmentSettings.inStreamingMode());
            createCatalog(tables, "all", deadAddress() + "," + store.addresses());
            createCatalog(tables, "third", store.address(2).toString());
            tables.executeSql(
                    "CREATE TABLE `all`.app.posts (s STRING, p STRING, o STRING, ts"
                            + " TIMESTAMP_LTZ(3), WATERMARK FOR ts AS ts - INTERVAL '1' SECOND)"
                            + " WITH ('connector' = 'wukongs', 'stream' = '"
                            + stream
                            + "')");
            for (String catalog : List.of("`all`", "third")) {
                assertThat(rows(tables, "SHOW TABLES IN " + catalog + ".app"))
                        .containsExactly("posts");
                assertThat(rows(tables, "SHOW TABLES IN " + catalog + ".streams"))
                        .containsExactly(stream);
            }
            tables.executeSql(
                            "CALL third.sys.register('REGISTER QUERY q AS SELECT ?a FROM STREAM <"
                                    + stream
                                    + "> [RANGE 1s STEP 1s] WHERE { ?a <http://x/p> ?b }')")
                    .await();
            assertThat(rows(tables, "SHOW TABLES IN `all`.queries")).containsExactly("q");
        }
    }

    private static String deadAddress() throws IOException {
        try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "127.0.0.1:" + closed.getLocalPort();
        }
    }

    private static void awaitHome(String stream, TestCluster store) {
        List<StoreAddress> home = List.of(store.address(1));
        for (int node = 0; node < 3; node++) {
            StoreClient client = store.client(node);
            Waits.await(() -> client.homes(List.of(HomeSubject.stream(stream))).equals(home));
        }
    }

    private static void createCatalog(TableEnvironment tables, String name, String store) {
        tables.executeSql(
                "CREATE CATALOG `"
                        + name
                        + "` WITH ('type' = 'wukongs', 'store' = '"
                        + store
                        + "')");
    }

    @SuppressWarnings("try") // close() may be interrupted, and so it declares.
    private static List<String> rows(TableEnvironment tables, String statement) throws Exception {
        List<String> rows = new ArrayList<>();
        try (CloseableIterator<Row> all = tables.executeSql(statement).collect()) {
            all.forEachRemaining(row -> rows.add(String.valueOf(row.getField(0))));
        }
        return rows;
    }
}
