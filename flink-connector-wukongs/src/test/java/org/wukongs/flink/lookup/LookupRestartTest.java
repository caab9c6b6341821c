package org.wukongs.flink.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.wukongs.client.StoreAddress;
import org.wukongs.csparql.ParameterizedQuery;
import org.wukongs.flink.common.StoreConnector;
import org.wukongs.flink.testing.RecordingMetrics;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;

/** A store that goes away, and comes again at its address while lookups wait for it. */
@Timeout(120)
final class LookupRestartTest {

    private static final int LOOKUPS = 100;

    @Test
    void whatWaitsIsAnsweredByTheNextStore() {
        ParameterizedQuery query =
                ParameterizedQuery.of("SELECT (STR(?u) AS ?s) { FILTER(true) }", List.of("u"));
        RecordingMetrics metrics = new RecordingMetrics();
        StoreServer first = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0);
        StoreAddress address = first.address();
        LookupSettings settings =
                new LookupSettings(
                        StoreConnector.of(address.toString(), Duration.ofSeconds(10), null),
                        2,
                        new LookupSettings.Batches(8, 0),
                        new LookupSettings.Retries(Integer.MAX_VALUE, Duration.ofMinutes(1)),
                        LookupSettings.Cache.NONE);
        try (Lookups<List<String[]>> lookups = new Lookups<>(settings, rows -> rows, metrics)) {
            assertThat(lookups.ask(key(query, 0)).join()).hasSize(1);
            first.close();
            var answers =
                    IntStream.range(0, LOOKUPS).mapToObj(i -> lookups.ask(key(query, i))).toList();
            try (StoreServer second =
                    StoreServer.start(StoreConfig.DEFAULT, address.host(), address.port())) {
                for (int i = 0; i < LOOKUPS; i++) {
                    assertThat(answers.get(i).join().get(0)[0]).contains("http://x/u" + i);
                }
                assertThat(second.address()).isEqualTo(address);
            }
        }
        assertThat(metrics.count(LookupMetric.NUM_RETRIES.metricName())).isPositive();
        assertThat(metrics.count(LookupMetric.NUM_FAILURES.metricName())).isZero();
    }

    private static LookupKey key(ParameterizedQuery query, int user) {
        return LookupKey.of(query, List.of("<http://x/u" + user + ">"));
    }
}
