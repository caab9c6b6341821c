package org.wukongs.flink;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.wukongs.flink.sink.WukongsSink;
import org.wukongs.flink.source.ContinuousQuerySource;
import org.wukongs.flink.source.ContinuousQuerySourceBuilder;
import org.wukongs.flink.testing.RealStore;
import org.wukongs.flink.testing.RestartingJobs;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

/**
 * What a store refuses it would refuse again: a job that may restart a thousand times fails for
 * good at once.
 */
@Timeout(120)
final class RefusalJobTest {

    @RegisterExtension static final MiniClusterExtension CLUSTER = RestartingJobs.cluster();

    private static final long CHECKPOINT_INTERVAL_MS = 1_000;

    private RealStore store;
    private StreamExecutionEnvironment env;

    @BeforeEach
    void start() {
        store = new RealStore(RealStore.STREAM);
        env = RestartingJobs.environment(2, CHECKPOINT_INTERVAL_MS, null);
    }

    @AfterEach
    void closeStore() {
        store.close();
    }

    @Test
    void aQueryThatIsNotOne() {
        read(source().setQueries("REGISTER QUERY q AS SELECT nothing"));
        assertRefused("line 1, column 28");
    }

    @Test
    void aQueryThatIsNotThere() {
        read(source().setQueryNames("unheard-of"));
        assertRefused("no such query: name=unheard-of");
    }

    @Test
    void aStreamThatIsAnotherAlready() {
        Tuple tuple = new Tuple(1, "<urn:a>", "<urn:b>", "<urn:c>");
        env.fromData(List.of(tuple), TypeInformation.of(Tuple.class))
                .sinkTo(
                        WukongsSink.<Tuple>builder()
                                .setStoreAddresses(store.address())
                                .setStream(StreamDefinition.of("s"))
                                .build());
        assertRefused("the stream is registered with another definition");
    }

    private ContinuousQuerySourceBuilder source() {
        return ContinuousQuerySource.builder().setStoreAddresses(store.address());
    }

    private void read(ContinuousQuerySourceBuilder source) {
        env.fromSource(source.build(), WatermarkStrategy.noWatermarks(), "windows")
                .sinkTo(new DiscardingSink<>());
    }

    private void assertRefused(String message) {
        assertThatThrownBy(() -> env.execute("refused"))
                .satisfies(RestartingJobs::assertNotRestarted)
                .hasStackTraceContaining(message);
    }
}
