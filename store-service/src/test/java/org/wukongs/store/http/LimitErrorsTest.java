package org.wukongs.store.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wukongs.store.http.SparqlProtocolTest.assertProblem;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.wukongs.client.StoreClient;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.error.WukongsException.Reason;
import org.wukongs.store.explore.ExecutionLimits;
import org.wukongs.store.node.StoreConfig;

/** A limit of the store is no malformed query. */
class LimitErrorsTest {

    private static final int NUMBER_COUNT = 3_000;
    private static final String PAIRS = "SELECT * { ?a <urn:p> ?b . ?c <urn:p> ?d }";

    private static HttpTestStore store(ExecutionLimits limits) {
        HttpTestStore store =
                new HttpTestStore(
                        StoreConfig.builder()
                                .termCountMax(1_000_000)
                                .ringTupleCountMax(10_000)
                                .limits(limits)
                                .build());
        store.loadNumbers(NUMBER_COUNT);
        return store;
    }

    @Test
    void rowsAre422() throws IOException {
        try (HttpTestStore store = store(new ExecutionLimits(5_000, 60_000, 1L << 30, 1))) {
            assertProblem(store.query(PAIRS), 422, "row-limit", "--query-rows-max");
        }
    }

    @Test
    void clientsOfTheOtherProtocolLearnTheReason() {
        try (HttpTestStore store = store(new ExecutionLimits(5_000, 60_000, 1L << 30, 1));
                StoreClient client =
                        StoreClient.connect(
                                List.of(store.store.address()), Duration.ofSeconds(10))) {
            assertThatThrownBy(() -> client.query(PAIRS))
                    .isInstanceOfSatisfying(
                            WukongsException.class,
                            e -> {
                                assertThat(e.category()).isEqualTo(Category.USER);
                                assertThat(e.reason()).isEqualTo(Reason.ROW_LIMIT);
                            });
            assertThatThrownBy(() -> client.query("SELECT"))
                    .isInstanceOfSatisfying(
                            WukongsException.class,
                            e -> assertThat(e.reason()).isEqualTo(Reason.OTHER));
        }
    }

    @Test
    void memoryIs422() throws IOException {
        try (HttpTestStore store = store(new ExecutionLimits(100_000_000, 60_000, 1 << 20, 1))) {
            assertProblem(store.query(PAIRS), 422, "memory-limit", "--query-memory-max");
        }
    }

    @Test
    void timeIs504() throws IOException {
        try (HttpTestStore store = store(new ExecutionLimits(100_000_000, 1, 1L << 30, 1))) {
            assertProblem(
                    store.query(PAIRS + " ORDER BY ?d ?b"), 504, "time-limit", "--query-time-max");
        }
    }
}
