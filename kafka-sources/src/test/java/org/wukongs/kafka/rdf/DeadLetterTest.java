package org.wukongs.kafka.rdf;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** What of a record comes into the dead-letter topic. */
class DeadLetterTest {

    private static final byte[] KEY = {7};
    private static final byte[] VALUE = {1, 2};

    private final Headers headers = new RecordHeaders();

    @Test
    void theRecordIsKeptAndOurHeadersComeBehindItsOwn() {
        headers.add("trace", new byte[] {3}).add("trace", null);
        ProducerRecord<byte[], byte[]> letter = letter(KEY, "r");
        assertThat(letter.topic()).isEqualTo("dead");
        assertThat(letter.key()).isEqualTo(KEY);
        assertThat(letter.value()).isEqualTo(VALUE);
        assertThat(StreamSupport.stream(letter.headers().spliterator(), false).map(Header::key))
                .containsExactly(
                        "trace",
                        "trace",
                        "wukongs.topic",
                        "wukongs.partition",
                        "wukongs.offset",
                        "wukongs.reason");
        assertThat(letter.headers().iterator().next().value()).containsExactly(3);
        assertThat(header(letter, DeadLetterSerializer.TOPIC_HEADER)).isEqualTo("t");
        assertThat(header(letter, DeadLetterSerializer.PARTITION_HEADER)).isEqualTo("3");
        assertThat(header(letter, DeadLetterSerializer.OFFSET_HEADER)).isEqualTo("77");
        assertThat(header(letter, DeadLetterSerializer.REASON_HEADER)).isEqualTo("r");
    }

    @Test
    void whatIsTooLargeIsLeftOut() {
        headers.add("small", new byte[100])
                .add("large", new byte[BadRecord.KEPT_BYTES_MAX])
                .add("small", new byte[200]);
        ProducerRecord<byte[], byte[]> letter =
                letter(new byte[BadRecord.KEPT_BYTES_MAX + 1], "é".repeat(5_000));
        assertThat(letter.key()).isNull();
        assertThat(letter.value()).isEqualTo(VALUE);
        assertThat(letter.headers().headers("small")).hasSize(2);
        assertThat(letter.headers().headers("large")).isEmpty();
        assertThat(header(letter, DeadLetterSerializer.LEFT_OUT_HEADER)).isEqualTo("2");
        assertThat(header(letter, DeadLetterSerializer.REASON_HEADER))
                .hasSize(BadRecord.REASON_LENGTH_MAX);
    }

    @Test
    void aDeadLetterThatIsReadAgainTellsWhereItWasReadLast() {
        headers.add(DeadLetterSerializer.OFFSET_HEADER, new byte[] {'1'});
        ProducerRecord<byte[], byte[]> letter = letter(null, "r");
        assertThat(letter.headers().headers(DeadLetterSerializer.OFFSET_HEADER)).hasSize(1);
        assertThat(header(letter, DeadLetterSerializer.OFFSET_HEADER)).isEqualTo("77");
    }

    private ProducerRecord<byte[], byte[]> letter(byte[] key, String reason) {
        ConsumerRecord<byte[], byte[]> record =
                new ConsumerRecord<>(
                        "t",
                        3,
                        77,
                        0,
                        TimestampType.CREATE_TIME,
                        1,
                        VALUE.length,
                        key,
                        VALUE,
                        headers,
                        Optional.empty());
        BadRecord bad = BadRecord.of(record, reason);
        return new DeadLetterSerializer("dead").serialize(bad, null, null);
    }

    private static String header(ProducerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), UTF_8);
    }
}
