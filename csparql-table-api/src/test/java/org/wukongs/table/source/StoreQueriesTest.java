package org.wukongs.table.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wukongs.client.OneShotResult;
import org.wukongs.client.StoreAddress;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.store.server.StoreConfig;
import org.wukongs.store.server.StoreServer;

final class StoreQueriesTest {

    private static final AtomicInteger CONNECTIONS = new AtomicInteger();
    private static final AtomicInteger REFUSALS = new AtomicInteger();

    private final StoreServer server = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0);

    @BeforeEach
    void reset() {
        CONNECTIONS.set(0);
        REFUSALS.set(0);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private static StoreClient connect(List<StoreAddress> store, Duration deadline) {
        CONNECTIONS.incrementAndGet();
        if (REFUSALS.getAndDecrement() > 0) {
            throw WukongsException.retriable("no store answers: a test");
        }
        return StoreClient.connect(store, deadline);
    }

    private StoreQueries queries(int retriesMax) {
        return new StoreQueries(
                StoreConnector.of(
                        server.address().toString(),
                        Duration.ofSeconds(5),
                        StoreQueriesTest::connect),
                1,
                retriesMax);
    }

    private static int rows(StoreQueries queries, String text) {
        return queries.ask(text, OneShotResult::rows).join().size();
    }

    @Test
    void aConnectionIsKept() {
        try (StoreQueries queries = queries(0)) {
            assertThat(rows(queries, "SELECT ?a { VALUES ?a { 1 2 } }")).isEqualTo(2);
            assertThatThrownBy(() -> rows(queries, "SELECT ?a {")).hasMessageContaining("line 1");
            assertThat(rows(queries, "SELECT ?a { VALUES ?a { 1 } }")).isEqualTo(1);
        }
        assertThat(CONNECTIONS).hasValue(1);
    }

    @Test
    void aPassingFailureIsTriedAgain() {
        REFUSALS.set(2);
        try (StoreQueries queries = queries(2)) {
            assertThat(rows(queries, "SELECT ?a { VALUES ?a { 1 } }")).isEqualTo(1);
        }
        assertThat(CONNECTIONS).hasValue(3);
    }

    @Test
    void butNotForEver() {
        REFUSALS.set(2);
        try (StoreQueries queries = queries(1)) {
            assertThatThrownBy(() -> rows(queries, "ASK {}"))
                    .hasMessageContaining("no store answers");
        }
        assertThat(CONNECTIONS).hasValue(2);
    }
}
