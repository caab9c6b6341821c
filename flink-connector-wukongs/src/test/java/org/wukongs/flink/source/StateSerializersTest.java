package org.wukongs.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.wukongs.client.ReaderId;

/**
 * The bytes below are checkpoints of versions that are out there: they must stay readable for ever.
 */
final class StateSerializersTest {

    private static final String LENGTH_1 = "00000001";
    private static final String A = LENGTH_1 + "61";
    private static final String E1 = "00000003" + "c3a931";
    private static final String FROM_12500 = "00000000000030d4";
    private static final String FROM_FIRST = "8000000000000000";
    private static final String NODE = "00000003" + "683a31";

    private static final QuerySplit QUERY = QuerySplit.ofQuery("é1", "h:1").from(12_500);
    private static final QuerySplit TEMPLATE = QuerySplit.ofTemplate("a", "h:1");
    private static final QuerySplit NAMED_QUERY = QUERY.by("a");

    private static final String QUERY_V1 = E1 + "00000000" + FROM_12500;
    private static final String QUERY_V2 = "00" + E1 + NODE + FROM_12500;
    private static final String TEMPLATE_V2 = "01" + A + NODE + FROM_FIRST;

    private static final String QUERY_V3 = QUERY_V2 + A;
    private static final String TEMPLATE_V3 = TEMPLATE_V2 + "00000000";

    private static final String STATE_V1 =
            "00000002" + A + E1 + "00000002" + QUERY_V1 + A + "00000000" + FROM_FIRST;
    private static final String STATE_V2 =
            "00000002" + A + E1 + "00000002" + QUERY_V2 + TEMPLATE_V2;
    private static final String STATE_V3 =
            "00000002" + A + E1 + "00000002" + QUERY_V3 + TEMPLATE_V3;

    private final QuerySplitSerializer splits = new QuerySplitSerializer();
    private final QueryEnumeratorStateSerializer states = new QueryEnumeratorStateSerializer();

    @Test
    void splitBytes() throws IOException {
        assertThat(splits.getVersion()).isEqualTo(3);
        assertThat(HexFormat.of().formatHex(splits.serialize(NAMED_QUERY))).isEqualTo(QUERY_V3);
        assertThat(HexFormat.of().formatHex(splits.serialize(TEMPLATE))).isEqualTo(TEMPLATE_V3);
        assertThat(splits.deserialize(3, bytes(QUERY_V3))).isEqualTo(NAMED_QUERY);
        assertThat(splits.deserialize(3, bytes(TEMPLATE_V3))).isEqualTo(TEMPLATE);
    }

    @Test
    void splitBytesOfVersion2HaveAReaderWithoutAName() throws IOException {
        assertThat(splits.deserialize(2, bytes(QUERY_V2))).isEqualTo(QUERY);
        assertThat(splits.deserialize(2, bytes(TEMPLATE_V2))).isEqualTo(TEMPLATE);
        assertThat(QUERY.readerId()).isEqualTo(ReaderId.ofQuery("", "é1"));
    }

    @Test
    void splitBytesOfVersion1() throws IOException {
        assertThat(splits.deserialize(1, bytes(QUERY_V1)))
                .isEqualTo(QuerySplit.ofQuery("é1", "").from(12_500));
    }

    @Test
    void enumeratorBytes() throws IOException {
        QueryEnumeratorState state =
                new QueryEnumeratorState(List.of("a", "é1"), List.of(NAMED_QUERY, TEMPLATE));
        assertThat(states.getVersion()).isEqualTo(3);
        assertThat(HexFormat.of().formatHex(states.serialize(state))).isEqualTo(STATE_V3);
        assertThat(states.deserialize(3, bytes(STATE_V3))).isEqualTo(state);
        QueryEnumeratorState empty = new QueryEnumeratorState(List.of(), List.of());
        assertThat(states.deserialize(3, states.serialize(empty))).isEqualTo(empty);
    }

    @Test
    void enumeratorBytesOfVersion2() throws IOException {
        assertThat(states.deserialize(2, bytes(STATE_V2)))
                .isEqualTo(new QueryEnumeratorState(List.of("a", "é1"), List.of(QUERY, TEMPLATE)));
    }

    @Test
    void enumeratorBytesOfVersion1() throws IOException {
        assertThat(states.deserialize(1, bytes(STATE_V1)))
                .isEqualTo(
                        new QueryEnumeratorState(
                                List.of("a", "é1"),
                                List.of(
                                        QuerySplit.ofQuery("é1", "").from(12_500),
                                        QuerySplit.ofQuery("a", ""))));
    }

    @Test
    void unknownVersionsKindsAndShortBytesAreErrors() {
        assertThatThrownBy(() -> splits.deserialize(4, bytes(QUERY_V3)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version=4");
        assertThatThrownBy(() -> states.deserialize(0, bytes(STATE_V1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version=0");
        assertThatThrownBy(() -> splits.deserialize(2, bytes("02" + QUERY_V2.substring(2))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("code=2");
        assertThatThrownBy(() -> splits.deserialize(1, bytes(QUERY_V1.substring(2 * 3))))
                .isInstanceOf(Exception.class);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
