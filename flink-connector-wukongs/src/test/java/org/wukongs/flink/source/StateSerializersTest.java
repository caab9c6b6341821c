package org.wukongs.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The bytes below are checkpoints of version 1 that are out there: they must stay readable for
 * ever.
 */
final class StateSerializersTest {

    private static final QuerySplit SPLIT = new QuerySplit("é1", 2, 12_500);
    private static final String SPLIT_V1 = "00000003" + "c3a931" + "00000002" + "00000000000030d4";

    private static final QueryEnumeratorState STATE =
            new QueryEnumeratorState(
                    List.of("a", "é1"),
                    List.of(SPLIT, new QuerySplit("a", 0, QuerySplit.FROM_FIRST)));
    private static final String STATE_V1 =
            "00000002"
                    + "00000001"
                    + "61"
                    + "00000003"
                    + "c3a931"
                    + "00000002"
                    + SPLIT_V1
                    + "00000001"
                    + "61"
                    + "00000000"
                    + "8000000000000000";

    private final QuerySplitSerializer splits = new QuerySplitSerializer();
    private final QueryEnumeratorStateSerializer states = new QueryEnumeratorStateSerializer();

    @Test
    void splitBytes() throws IOException {
        assertThat(splits.deserialize(1, HexFormat.of().parseHex(SPLIT_V1))).isEqualTo(SPLIT);
        assertThat(HexFormat.of().formatHex(splits.serialize(SPLIT))).isEqualTo(SPLIT_V1);
        assertThat(splits.getVersion()).isEqualTo(1);
    }

    @Test
    void enumeratorBytes() throws IOException {
        assertThat(states.deserialize(1, HexFormat.of().parseHex(STATE_V1))).isEqualTo(STATE);
        assertThat(HexFormat.of().formatHex(states.serialize(STATE))).isEqualTo(STATE_V1);
        assertThat(states.getVersion()).isEqualTo(1);
        QueryEnumeratorState empty = new QueryEnumeratorState(List.of(), List.of());
        assertThat(states.deserialize(1, states.serialize(empty))).isEqualTo(empty);
    }

    @Test
    void unknownVersionsAndShortBytesAreErrors() {
        byte[] bytes = HexFormat.of().parseHex(SPLIT_V1);
        assertThatThrownBy(() -> splits.deserialize(2, bytes))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version=2");
        assertThatThrownBy(() -> states.deserialize(0, bytes))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version=0");
        byte[] cut = HexFormat.of().parseHex(SPLIT_V1.substring(2 * 3));
        assertThatThrownBy(() -> splits.deserialize(1, cut)).isInstanceOf(Exception.class);
    }
}
