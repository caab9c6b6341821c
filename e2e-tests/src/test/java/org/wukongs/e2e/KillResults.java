package org.wukongs.e2e;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.wukongs.kafka.lsbench.LsbenchQueries;

/** What the jobs of a {@link KillRun} have committed, as it comes, also over a broker's death. */
final class KillResults implements AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(50);

    /** A broker that is there answers sooner. */
    private static final Duration ANSWER = Duration.ofSeconds(2);

    private static final List<TopicPartition> TOPICS =
            List.of(
                    new TopicPartition(KillJobs.RESULTS, 0),
                    new TopicPartition(KillJobs.FED_RESULTS, 0));

    private final ObjectMapper mapper = new ObjectMapper();
    private final KafkaConsumer<byte[], byte[]> committed;
    private final KafkaConsumer<byte[], byte[]> written;
    private final Map<String, TreeMap<Long, List<byte[]>>> windows = new HashMap<>();
    private final TreeMap<Long, List<List<String>>> fed = new TreeMap<>();

    KillResults(String kafka) {
        committed = Topics.consumer(kafka, "read_committed", TOPICS);
        written = Topics.consumer(kafka, "read_uncommitted", TOPICS);
        committed.seekToBeginning(TOPICS);
    }

    /** Waits a little for records. */
    void poll() {
        for (ConsumerRecord<byte[], byte[]> record : committed.poll(POLL)) {
            add(record.value());
        }
    }

    private void add(byte[] line) {
        try (JsonParser fields = mapper.createParser(line)) {
            String query = text(fields, "query");
            if (query.equals(KillJobs.FED)) {
                long endMs = Instant.parse(text(fields, "window_end")).toEpochMilli();
                fed.computeIfAbsent(endMs, end -> new ArrayList<>())
                        .add(List.of(text(fields, "photo"), text(fields, "tagged")));
            } else {
                windows.computeIfAbsent(query, name -> new TreeMap<>())
                        .computeIfAbsent(
                                Long.valueOf(text(fields, "windowEnd")), end -> new ArrayList<>(1))
                        .add(compressed(line));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The value of the next field. */
    private static String text(JsonParser fields, String name) throws IOException {
        while (!name.equals(fields.nextFieldName())) {
            if (fields.currentToken() != JsonToken.START_OBJECT) {
                throw new IOException("no field " + name);
            }
        }
        fields.nextToken();
        return fields.getText();
    }

    /** A run has a gigabyte of results, which repeat much. */
    private static byte[] compressed(byte[] line) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out =
                new DeflaterOutputStream(bytes, new Deflater(Deflater.BEST_SPEED))) {
            out.write(line);
        }
        return bytes.toByteArray();
    }

    private JsonNode parse(byte[] compressed) {
        try (InputStream line = new InflaterInputStream(new ByteArrayInputStream(compressed))) {
            return mapper.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The end up to which windows of all of L1–L6 are committed, 0 for none. */
    long committedMs() {
        long least = Long.MAX_VALUE;
        for (String query : LsbenchQueries.all().keySet()) {
            TreeMap<Long, List<byte[]>> ofQuery = windows.get(query);
            least = Math.min(least, ofQuery == null ? 0 : ofQuery.lastKey());
        }
        return least;
    }

    /** The end of the newest window with rows of the function, 0 for none. */
    long fedMs() {
        return fed.isEmpty() ? 0 : fed.lastKey();
    }

    /**
     * Records that transactions have written and not committed; 0 if the broker does not answer.
     */
    long openCount() {
        try {
            // In this order, or a commit between the two would count.
            long committedCount = sum(committed.endOffsets(TOPICS, ANSWER));
            return sum(written.endOffsets(TOPICS, ANSWER)) - committedCount;
        } catch (TimeoutException e) {
            return 0;
        }
    }

    /** How many records a topic has that is written without transactions. */
    long recordCount(String topic, int partitions) {
        return sum(
                written.endOffsets(
                        IntStream.range(0, partitions)
                                .mapToObj(number -> new TopicPartition(topic, number))
                                .toList(),
                        ANSWER));
    }

    private static long sum(Map<TopicPartition, Long> offsets) {
        return offsets.values().stream().mapToLong(Long::longValue).sum();
    }

    /** True if all that is committed by now has come, and nothing is under way. */
    boolean atEnd() {
        Map<TopicPartition, Long> ends = written.endOffsets(TOPICS, ANSWER);
        return TOPICS.stream().allMatch(each -> committed.position(each, ANSWER) >= ends.get(each));
    }

    /** The rows of each execution of a query for this window end. */
    List<List<List<String>>> executions(String query, long endMs) {
        List<List<List<String>>> executions = new ArrayList<>();
        for (byte[] line : windows.get(query).getOrDefault(endMs, List.of())) {
            executions.add(LsbenchCase.rows(parse(line).get("rows")));
        }
        return executions;
    }

    /** The rows of the function for this window end. */
    List<List<String>> fed(long endMs) {
        return fed.getOrDefault(endMs, List.of());
    }

    @Override
    public void close() {
        committed.close();
        written.close();
    }
}
