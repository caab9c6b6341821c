package org.wukongs.flink.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;

final class WukongsSinkBuilderTest {

    @Test
    void whatIsMissingOrWrongNamesTheMethodToCall() {
        rejected(WukongsSink.builder().setStream(StreamDefinition.of("s")), "setStoreAddresses");
        rejected(
                complete().setStoreAddresses("a:b"),
                "setStoreAddresses: a store address is HOST:PORT: address=a:b");
        rejected(complete().setStoreAddresses("a:1,,b:2"), "setStoreAddresses");
        rejected(complete().setStream(null), "setStream");
        rejected(complete().setTuplesBufferedMax(0), "setTuplesBufferedMax");
        rejected(complete().setConnectTimeout(Duration.ZERO), "setConnectTimeout");
        rejected(complete().setReconnectTimeout(Duration.ofMillis(-1)), "setReconnectTimeout");
    }

    @Test
    void aSinkTravelsWithTheJobGraph() throws Exception {
        WukongsSink<Tuple> sink = complete().build();
        assertThat(InstantiationUtil.clone(sink)).isNotNull();
    }

    private static WukongsSinkBuilder<Tuple> complete() {
        return WukongsSink.<Tuple>builder()
                .setStoreAddresses("a:1,b:2")
                .setStream(StreamDefinition.of("s"));
    }

    private static void rejected(WukongsSinkBuilder<?> builder, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessageContaining(message);
    }
}
