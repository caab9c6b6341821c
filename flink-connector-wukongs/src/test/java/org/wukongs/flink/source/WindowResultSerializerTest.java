package org.wukongs.flink.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;
import org.wukongs.client.WindowResult;
import org.wukongs.csparql.ResultForm;
import org.wukongs.naive.Seeds;

final class WindowResultSerializerTest {

    private static final WindowResult RESULT =
            new WindowResult(
                    "q",
                    12_500,
                    125,
                    ResultForm.SELECT,
                    List.of("a", "b"),
                    List.of(new String[] {"<x>", null}, new String[] {"\"é\"", ""}),
                    77);

    /** Bytes that are in savepoints. */
    private static final String RESULT_BYTES =
            "0271"
                    + "00000000000030d4"
                    + "000000000000007d"
                    + "00"
                    + "000000000000004d"
                    + "00000002"
                    + "0261"
                    + "0262"
                    + "00000002"
                    + "043c783e"
                    + "00"
                    + "0422e90122"
                    + "01";

    private final WindowResultSerializer serializer = WindowResultSerializer.INSTANCE;

    @Test
    void bytesStayAsTheyAre() throws IOException {
        assertThat(HexFormat.of().formatHex(serialize(RESULT))).isEqualTo(RESULT_BYTES);
        assertSame(deserialize(HexFormat.of().parseHex(RESULT_BYTES)), RESULT);
    }

    @Test
    void formsHaveFixedCodes() throws IOException {
        List<String[]> yes = List.<String[]>of(new String[0]);
        for (ResultForm form : ResultForm.values()) {
            WindowResult result = new WindowResult("", 0, 0, form, List.of(), yes, 0);
            byte[] bytes = serialize(result);
            assertThat(bytes[17])
                    .isEqualTo((byte) List.of("SELECT", "ASK", "GRAPH").indexOf(form.name()));
            assertSame(deserialize(bytes), result);
        }
    }

    @Test
    void anyResultSurvivesAndCopiesBytewise() throws IOException {
        long seed = Seeds.seed(getClass());
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            WindowResult result = random(random);
            byte[] bytes = serialize(result);
            assertSame(deserialize(bytes), result);
            DataOutputSerializer copy = new DataOutputSerializer(16);
            serializer.copy(new DataInputDeserializer(bytes), copy);
            assertThat(copy.getCopyOfBuffer()).as("wukongs.seed=%d", seed).isEqualTo(bytes);
        }
    }

    @Test
    void longTermsFit() throws IOException {
        List<String[]> rows = List.<String[]>of(new String[] {"\"" + "x".repeat(200_000) + "\""});
        WindowResult result = new WindowResult("q", 1, 1, ResultForm.SELECT, List.of("v"), rows, 1);
        assertSame(deserialize(serialize(result)), result);
    }

    @Test
    void aRowOfAnotherWidthIsABrokenInvariant() {
        List<String[]> rows = List.<String[]>of(new String[] {"<x>"});
        WindowResult result =
                new WindowResult("q", 1, 1, ResultForm.SELECT, List.of("a", "b"), rows, 1);
        assertThatThrownBy(() -> serialize(result)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theSnapshotRestoresTheSerializer() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        TypeSerializerSnapshot<WindowResult> restored =
                TypeSerializerSnapshot.readVersionedSnapshot(
                        new DataInputDeserializer(out.getCopyOfBuffer()),
                        getClass().getClassLoader());
        assertThat(restored.restoreSerializer()).isEqualTo(serializer);
        assertThat(
                        serializer
                                .snapshotConfiguration()
                                .resolveSchemaCompatibility(restored)
                                .isCompatibleAsIs())
                .isTrue();
    }

    @Test
    void theTypeUsesThisSerializer() {
        WindowResultTypeInfo type = WindowResultTypeInfo.INSTANCE;
        assertThat(type.createSerializer(new SerializerConfigImpl())).isSameAs(serializer);
        assertThat(type)
                .isEqualTo(new WindowResultTypeInfo())
                .hasSameHashCodeAs(new WindowResultTypeInfo());
        assertThat(type.getTypeClass()).isEqualTo(WindowResult.class);
    }

    private static WindowResult random(Random random) {
        List<String> vars = new ArrayList<>();
        for (int n = random.nextInt(4); n > 0; n--) {
            vars.add("v" + n);
        }
        List<String[]> rows = new ArrayList<>();
        for (int n = random.nextInt(5); n > 0; n--) {
            String[] row = new String[vars.size()];
            for (int i = 0; i < row.length; i++) {
                row[i] =
                        random.nextInt(4) == 0
                                ? null
                                : "\"" + Character.toString(random.nextInt(0xd800)) + "\"";
            }
            rows.add(row);
        }
        ResultForm form = random.nextBoolean() ? ResultForm.SELECT : ResultForm.GRAPH;
        return new WindowResult(
                "q", random.nextLong(), random.nextLong(), form, vars, rows, random.nextLong());
    }

    private byte[] serialize(WindowResult result) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        serializer.serialize(result, out);
        return out.getCopyOfBuffer();
    }

    private WindowResult deserialize(byte[] bytes) throws IOException {
        return serializer.deserialize(new DataInputDeserializer(bytes));
    }

    private static void assertSame(WindowResult actual, WindowResult expected) {
        assertThat(actual).usingRecursiveComparison().isEqualTo(expected);
    }
}
