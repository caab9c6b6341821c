package org.wukongs.flink.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.wukongs.stream.Retention;
import org.wukongs.stream.StreamDefinition;

class StreamSpecTest {

    @Test
    void aDefinitionArrivesAsItWas() throws Exception {
        assertArrives(StreamDefinition.of("s"));
        StreamDefinition stream = new StreamDefinition("s", 50, "g", Set.of("urn:b", "urn:a"));
        assertArrives(stream.with(Retention.ofMs(1)));
        assertArrives(stream.with(Retention.parse("forever,<urn:c,=>=7d,<urn:d>=90s")));
    }

    private static void assertArrives(StreamDefinition stream)
            throws IOException, ClassNotFoundException {
        StreamSpec arrived = InstantiationUtil.clone(StreamSpec.of(stream));
        assertThat(arrived.definition()).isEqualTo(stream);
    }
}
