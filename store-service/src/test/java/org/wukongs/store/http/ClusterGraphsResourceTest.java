package org.wukongs.store.http;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.wukongs.store.server.TestCluster;

/** The same of three nodes, each of which gets every third request. */
class ClusterGraphsResourceTest extends GraphsResourceTest {

    @BeforeAll
    static void start() {
        store = new HttpTestStore(TestCluster.of(1, 2, 3));
    }

    @AfterAll
    static void stop() {
        store.close();
    }
}
