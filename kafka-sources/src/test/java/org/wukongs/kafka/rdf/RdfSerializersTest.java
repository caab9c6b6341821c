package org.wukongs.kafka.rdf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.java.typeutils.runtime.kryo.KryoSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.wukongs.kafka.Seeds;
import org.wukongs.stream.Tuple;

class RdfSerializersTest {

    private static final BadRecord BAD =
            new BadRecord(
                    "t",
                    3,
                    77,
                    "r",
                    new byte[] {9},
                    new byte[] {1, 2},
                    List.of(new KafkaHeader("h", new byte[] {5}), new KafkaHeader("n", null)),
                    4);

    @Test
    void randomRecordsComeBack() throws IOException {
        long seed = Seeds.seed(getClass());
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            Tuple tuple =
                    new Tuple(
                            random.nextLong() >> 1,
                            text(random),
                            text(random),
                            text(random),
                            random.nextBoolean());
            BadRecord bad =
                    new BadRecord(
                            text(random),
                            random.nextInt(),
                            random.nextLong(),
                            text(random),
                            bytes(random),
                            bytes(random),
                            Stream.generate(() -> new KafkaHeader(text(random), bytes(random)))
                                    .limit(random.nextInt(4))
                                    .toList(),
                            random.nextInt(3));
            assertRoundTrip(RdfTypeInfo.TUPLE, tuple);
            assertRoundTrip(RdfTypeInfo.BAD_RECORD, bad);
            assertRoundTrip(RdfTypeInfo.RECORD, RdfRecord.of(tuple));
            assertRoundTrip(RdfTypeInfo.RECORD, RdfRecord.of(bad));
        }
    }

    @Test
    void longLiteralsComeBack() throws IOException {
        assertRoundTrip(RdfTypeInfo.TUPLE, new Tuple(1, "s", "p", "é".repeat(200_000)));
    }

    /**
     * Bytes in checkpoints and savepoints: a change of these needs a new version of the serializer.
     */
    @Test
    void bytesStayAsTheyAre() throws IOException {
        Tuple tuple = new Tuple(0x0102030405060708L, "a", "bc", "é");
        assertThat(hex(RdfTypeInfo.TUPLE, tuple))
                .isEqualTo("0102030405060708" + "0261" + "036263" + "02e901");
        assertThat(hex(RdfTypeInfo.TUPLE, tuple.asRemoval()))
                .isEqualTo("4102030405060708" + "0261" + "036263" + "02e901");
        assertThat(hex(RdfTypeInfo.RECORD, RdfRecord.of(BAD)))
                .isEqualTo(
                        "01"
                                + "0002"
                                + "0274"
                                + "00000003"
                                + "000000000000004d"
                                + "0272"
                                + "0000000109"
                                + "000000020102"
                                + "00000002"
                                + "02680000000105"
                                + "026effffffff"
                                + "00000004");
        assertThat(hex(RdfTypeInfo.RECORD, RdfRecord.of(tuple))).startsWith("000102030405060708");
    }

    @Test
    void bytesWithoutKeyAndHeadersCanBeRead() throws IOException {
        byte[] written =
                HexFormat.of()
                        .parseHex(
                                "0274" + "00000003" + "000000000000004d" + "0272" + "000000020102");
        assertThat(
                        RdfTypeInfo.BAD_RECORD
                                .createSerializer(new SerializerConfigImpl())
                                .deserialize(new DataInputDeserializer(written)))
                .isEqualTo(new BadRecord("t", 3, 77, "r", new byte[] {1, 2}));
    }

    @Test
    void unknownVersionIsAnError() {
        assertThatThrownBy(
                        () ->
                                BadRecordSerializer.INSTANCE.deserialize(
                                        new DataInputDeserializer(new byte[] {0, 7})))
                .isInstanceOf(IOException.class)
                .hasMessage("version of a bad record is unknown: version=7");
    }

    @Test
    void unknownKindIsAnError() {
        assertThatThrownBy(
                        () ->
                                RdfRecordSerializer.INSTANCE.deserialize(
                                        new DataInputDeserializer(new byte[] {9})))
                .isInstanceOf(IOException.class)
                .hasMessage("kind of record is unknown: kind=9");
    }

    @Test
    void typesAreKnownToFlinkWithoutKryo() throws Exception {
        for (RdfTypeInfo<?> type :
                new RdfTypeInfo<?>[] {
                    RdfTypeInfo.TUPLE, RdfTypeInfo.BAD_RECORD, RdfTypeInfo.RECORD
                }) {
            TypeSerializer<?> serializer = type.createSerializer(new SerializerConfigImpl());
            assertThat(serializer).isNotInstanceOf(KryoSerializer.class);
            TypeInformation<?> copy = InstantiationUtil.clone(type);
            assertThat(copy).isEqualTo(type).hasSameHashCodeAs(type);
            TypeSerializerSnapshot<?> snapshot = serializer.snapshotConfiguration();
            TypeSerializerSnapshot<?> restored =
                    snapshot.getClass().getDeclaredConstructor().newInstance();
            assertThat(restored.restoreSerializer()).isEqualTo(serializer);
        }
        assertThat(new DeadLetterSplit().getProducedType()).isEqualTo(RdfTypeInfo.TUPLE);
        assertThat(DeadLetterSplit.BAD_RECORDS.getTypeInfo()).isEqualTo(RdfTypeInfo.BAD_RECORD);
    }

    private static <T> void assertRoundTrip(RdfTypeInfo<T> type, T value) throws IOException {
        TypeSerializer<T> serializer = type.createSerializer(new SerializerConfigImpl());
        DataOutputSerializer written = new DataOutputSerializer(64);
        serializer.serialize(value, written);
        DataOutputSerializer copied = new DataOutputSerializer(64);
        serializer.copy(new DataInputDeserializer(written.getCopyOfBuffer()), copied);
        assertThat(copied.getCopyOfBuffer()).isEqualTo(written.getCopyOfBuffer());
        DataInputDeserializer source = new DataInputDeserializer(copied.getCopyOfBuffer());
        assertThat(serializer.deserialize(source)).isEqualTo(value);
        assertThat(source.available()).isZero();
    }

    private static <T> String hex(RdfTypeInfo<T> type, T value) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        type.createSerializer(new SerializerConfigImpl()).serialize(value, out);
        return HexFormat.of().formatHex(out.getCopyOfBuffer());
    }

    private static byte[] bytes(Random random) {
        return random.nextInt(5) == 0 ? null : new byte[random.nextInt(100)];
    }

    private static String text(Random random) {
        int[] codePoints = random.ints(random.nextInt(40), 1, 0xD800).toArray();
        return new String(codePoints, 0, codePoints.length);
    }
}
