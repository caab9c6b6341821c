package org.wukongs.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wukongs.kafka.broker.EmbeddedKafka;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.producer.KafkaTopics;

/** {@code ./wukongs produce} as a user starts it, kills it and starts it again. */
class ProduceProcessIT {

    private static final long EXIT_TIMEOUT_S = 90;
    private static final Path ROOT = Path.of(System.getProperty("wukongs.root", ".."));
    private static final int TUPLES = 3000;

    private static EmbeddedKafka kafka;

    @TempDir private Path folder;

    @BeforeAll
    static void startBroker() {
        kafka = EmbeddedKafka.start();
    }

    @AfterAll
    static void stopBroker() {
        kafka.close();
    }

    @Test
    void killedAndStartedAgainItSendsEveryTupleOnce() throws Exception {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < TUPLES; i++) {
            lines.add(i + "\t<http://x/s> <http://x/p> \"" + i + "\" .");
        }
        Path file = Files.write(folder.resolve("t.tsv"), lines);
        KafkaTopics.create(kafka.bootstrapServers(), List.of("t"), 1);
        Process killed = start("--stream", "t=" + file, "--speed", "1");
        awaitCommitted("t", 1);
        killed.destroyForcibly().waitFor();
        Process stopped = start("--stream", "t=" + file, "--rate", "100");
        awaitCommitted("t", committed("t").size() + 1);
        assertThat(
                        new ProcessBuilder("kill", "-INT", Long.toString(stopped.pid()))
                                .start()
                                .waitFor())
                .isZero();
        assertThat(awaitExit(stopped))
                .singleElement()
                .asString()
                .contains("the same command continues");
        Process last = start("--stream", "t=" + file);
        assertThat(awaitExit(last)).singleElement().asString().contains("were already there");
        assertThat(last.exitValue()).isZero();
        assertThat(committed("t"))
                .extracting(record -> record.timestamp() + "\t" + new String(record.value(), UTF_8))
                .isEqualTo(lines);
    }

    /** As in docs/commands.md. */
    @Test
    void theExamplesOfTheDocumentationRun() throws Exception {
        String file = ROOT.resolve("examples/data/posts.tsv").toString();
        Process posts = start("--stream", "posts=" + file, "--speed", "1");
        assertThat(awaitExit(posts)).singleElement().asString().startsWith("produced 5 tuples in ");
        Process again = start("--stream", "posts=" + file, "--speed", "1");
        assertThat(awaitExit(again))
                .singleElement()
                .asString()
                .startsWith("produced 0 tuples in ")
                .endsWith(", 5 were already there");
        Path stored = folder.resolve("stored.nt");
        Process generated =
                start(
                        "--generate",
                        "1s",
                        "--rate",
                        "20000",
                        "--key",
                        "subject",
                        "--stored",
                        stored.toString());
        List<String> statements = new ArrayList<>();
        new LsbenchGenerator(LsbenchConfig.defaults().withSeed(1)).writeStored(statements::add);
        assertThat(awaitExit(generated))
                .hasSize(2)
                .startsWith("wrote " + statements.size() + " stored triples")
                .last()
                .asString()
                .startsWith("produced 13350 tuples in ");
        assertThat(stored).content().isEqualTo(String.join("\n", statements) + "\n");
        assertThat(committed("gpsstream")).hasSize(2000);
        Path alone = folder.resolve("alone.nt");
        Process storedOnly = start("--stored", alone.toString());
        assertThat(awaitExit(storedOnly))
                .containsExactly("wrote " + statements.size() + " stored triples");
        assertThat(alone).hasSameTextualContentAs(stored);
    }

    @ParameterizedTest
    @CsvSource({
        "--speed, 1, 2, 'produce needs --stream, --lsbench, --generate or --stored'",
        "--stream, t, 2, --stream takes NAME=FILE: argument=t",
        "--stream, t=none.tsv, 1, no such file: file=none.tsv",
        "--stream=t=none.tsv, --stored=stored.nt, 2, --stored goes with --generate or alone",
        "--generate, soon, 2, a duration is a number",
        "--no-such-option, 1, 2, no such option",
    })
    void mistakesAreOneErrorLine(String option, String value, int exitCode, String message)
            throws Exception {
        Process process = start(option, value);
        assertThat(awaitExit(process))
                .singleElement()
                .asString()
                .startsWith("error: ")
                .contains(message);
        assertThat(process.exitValue()).isEqualTo(exitCode);
    }

    private static Process start(String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ROOT.resolve("wukongs").toString());
        command.addAll(List.of("produce", "--kafka", kafka.bootstrapServers()));
        command.addAll(List.of(options));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static List<String> awaitExit(Process process) throws Exception {
        List<String> lines = process.inputReader(UTF_8).lines().toList();
        assertThat(process.waitFor(EXIT_TIMEOUT_S, TimeUnit.SECONDS)).as("exit in time").isTrue();
        return lines;
    }

    private static void awaitCommitted(String topic, int count) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(topic, "read_committed")) {
            int found = 0;
            long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(EXIT_TIMEOUT_S);
            while (found < count && System.nanoTime() < deadlineNs) {
                found += consumer.poll(Duration.ofMillis(200)).count();
            }
            assertThat(found).isGreaterThanOrEqualTo(count);
        }
    }

    /** A commit is readable a moment after it was confirmed; this waits for what is there. */
    private static List<ConsumerRecord<byte[], byte[]>> committed(String topic) {
        TopicPartition partition = new TopicPartition(topic, 0);
        try (KafkaConsumer<byte[], byte[]> all = consumer(topic, "read_uncommitted");
                KafkaConsumer<byte[], byte[]> consumer = consumer(topic, "read_committed")) {
            long end = all.endOffsets(List.of(partition)).get(partition);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
            return records;
        }
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String topic, String isolation) {
        List<TopicPartition> partitions = List.of(new TopicPartition(topic, 0));
        KafkaConsumer<byte[], byte[]> consumer =
                Topics.consumer(kafka.bootstrapServers(), isolation, partitions);
        consumer.seekToBeginning(partitions);
        return consumer;
    }
}
