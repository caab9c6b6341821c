package org.wukongs.flink.changelog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.wukongs.client.ChangelogPosition;

/**
 * The bytes below are checkpoints of versions that are out there: they must stay readable for ever.
 */
final class ChangelogSerializersTest {

    private static final ChangelogSplit SPLIT =
            new ChangelogSplit("é1", "r", new ChangelogPosition(12_500, 2, 3, 4));
    private static final ChangelogSplit NEW_SPLIT =
            new ChangelogSplit("é1", "r", ChangelogPosition.START);

    private static final String NAMES = "00000003c3a931" + "0000000172";
    private static final String SPLIT_V1 =
            NAMES
                    + "00000000000030d4"
                    + "0000000000000002"
                    + "0000000000000003"
                    + "0000000000000004";
    private static final String NEW_SPLIT_V1 = NAMES + "ffffffffffffffff" + "0".repeat(48);

    private final ChangelogSplitSerializer splits = new ChangelogSplitSerializer();
    private final ChangelogEnumeratorStateSerializer states =
            new ChangelogEnumeratorStateSerializer();

    @Test
    void splitBytes() throws IOException {
        assertThat(splits.getVersion()).isEqualTo(1);
        assertThat(HexFormat.of().formatHex(splits.serialize(SPLIT))).isEqualTo(SPLIT_V1);
        assertThat(splits.deserialize(1, bytes(SPLIT_V1))).isEqualTo(SPLIT);
        assertThat(splits.deserialize(1, bytes(NEW_SPLIT_V1))).isEqualTo(NEW_SPLIT);
        assertThat(NEW_SPLIT.position().isStart()).isTrue();
    }

    @Test
    void enumeratorBytes() throws IOException {
        assertThat(states.getVersion()).isEqualTo(1);
        checkState(new ChangelogEnumeratorState(null), "00");
        checkState(new ChangelogEnumeratorState(SPLIT), "01" + SPLIT_V1);
    }

    private void checkState(ChangelogEnumeratorState state, String hex) throws IOException {
        assertThat(HexFormat.of().formatHex(states.serialize(state))).isEqualTo(hex);
        assertThat(states.deserialize(1, bytes(hex))).isEqualTo(state);
    }

    @Test
    void unknownVersionsAreRefused() {
        assertThatThrownBy(() -> splits.deserialize(2, bytes(SPLIT_V1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("what=changelog split version=2 newest=1");
        assertThatThrownBy(() -> states.deserialize(2, bytes("00")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("what=changelog enumerator version=2 newest=1");
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
