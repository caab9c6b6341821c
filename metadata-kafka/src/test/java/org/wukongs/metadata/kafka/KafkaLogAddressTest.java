package org.wukongs.metadata.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wukongs.naive.Failures.assertFails;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.store.metadata.MetadataLogs;
import org.wukongs.store.metadata.MetadataPoint;

/** Addresses of metadata logs in Kafka. */
final class KafkaLogAddressTest {

    private static KafkaLogAddress parse(String address) {
        return KafkaLogAddress.parse(URI.create(address));
    }

    @Test
    void anAddressNamesBrokersTopicAndOptions(@TempDir Path directory) throws IOException {
        KafkaLogAddress plain = parse("kafka://a:9092/t");
        assertThat(plain.bootstrapServers()).isEqualTo("a:9092");
        assertThat(plain.topic()).isEqualTo("t");
        assertThat(plain.replicationFactor()).isZero();
        assertThat(plain.minInsyncReplicas()).isZero();
        assertThat(plain.deadlineMs()).isEqualTo(KafkaLogAddress.DEADLINE_MS_DEFAULT);
        Path file = Files.writeString(directory.resolve("client"), "security.protocol=SSL\n");
        KafkaLogAddress full =
                parse(
                        "kafka://a:1,b_c:2/t-1?replication-factor=3&min-insync-replicas=2"
                                + "&deadline-ms=500&client-config="
                                + file);
        assertThat(full.bootstrapServers()).isEqualTo("a:1,b_c:2");
        assertThat(full.topic()).isEqualTo("t-1");
        assertThat(full.replicationFactor()).isEqualTo(3);
        assertThat(full.minInsyncReplicas()).isEqualTo(2);
        assertThat(full.deadlineMs()).isEqualTo(500);
        assertThat(full.clientConfig()).containsEntry("security.protocol", "SSL");
    }

    @Test
    void anythingElseIsRefused() {
        assertRefused("http://a:1/t", "it is not kafka://HOST:PORT/TOPIC");
        assertRefused("kafka://a:1", "it is not kafka://HOST:PORT/TOPIC");
        assertRefused("kafka://a:1/", "it is not kafka://HOST:PORT/TOPIC");
        assertRefused("kafka://a:1/t/u", "it is not kafka://HOST:PORT/TOPIC");
        assertRefused("kafka:t", "it is not kafka://HOST:PORT/TOPIC");
        assertRefused("kafka://a:1/t?x=1", "unknown options [x]");
        assertRefused("kafka://a:1/t?deadline-ms", "option deadline-ms");
        assertRefused("kafka://a:1/t?deadline-ms=1&deadline-ms=2", "option deadline-ms=2");
        assertRefused("kafka://a:1/t?deadline-ms=x", "deadline-ms is not a number");
        assertRefused("kafka://a:1/t?deadline-ms=1", "deadline-ms is not within 100..600000");
        assertRefused(
                "kafka://a:1/t?replication-factor=32768",
                "replication-factor is not within 1..32767");
        assertRefused("kafka://a:1/t?client-config=/no/file", "file=/no/file reason=no such file");
    }

    private static void assertRefused(String address, String message) {
        assertFails(Category.USER, message, () -> parse(address));
    }

    @Test
    void aSchemeWithoutModuleIsRefused() {
        assertFails(
                Category.USER,
                "no metadata log has this scheme; is its module on the class path:"
                        + " address=other://a/b schemes=[kafka]",
                () -> MetadataLogs.open(URI.create("other://a/b"), MetadataPoint.START));
    }

    @Test
    void aBrokerThatIsNotThereIsRetriable() {
        assertFails(
                Category.RETRIABLE,
                "the metadata log in Kafka cannot be opened: topic=t bootstrap=127.0.0.1:1",
                () ->
                        MetadataLogs.open(
                                URI.create("kafka://127.0.0.1:1/t?deadline-ms=300"),
                                MetadataPoint.START));
    }
}
