package org.wukongs.examples.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads the result topic as any consumer would, and keeps the values that the terminal shows. Owned
 * by its own thread.
 */
final class ResultTail implements Runnable, AutoCloseable {

    private static final Duration POLL = Duration.ofMillis(50);
    private static final long DELAY_MS_MAX = 3_600_000;

    /** Results of one query so far; delays are from a window's end to the arrival here. */
    static final class QueryTail {
        final Histogram delayMs = new ConcurrentHistogram(DELAY_MS_MAX, 3);
        final AtomicLong rowCount = new AtomicLong();
        volatile String latestRow = "";
    }

    private final ObjectMapper mapper = new ObjectMapper();
    private final KafkaConsumer<String, String> consumer;
    private final Map<String, QueryTail> queries = new ConcurrentHashMap<>();
    private final Thread thread = new Thread(this, "result-tail");
    private volatile boolean stopped;

    ResultTail(String kafka, String topic) {
        Properties properties = new Properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        consumer =
                new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer());
        consumer.assign(List.of(new TopicPartition(topic, 0)));
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    QueryTail query(String name) {
        return queries.computeIfAbsent(name, n -> new QueryTail());
    }

    @Override
    public void run() {
        while (!stopped) {
            for (ConsumerRecord<String, String> record : consumer.poll(POLL)) {
                take(record.value(), System.currentTimeMillis());
            }
        }
        consumer.close();
    }

    private void take(String line, long nowMs) {
        try {
            JsonNode result = mapper.readTree(line);
            QueryTail query = query(result.get("query").asText());
            long delayMs = nowMs - result.get("windowEnd").asLong();
            query.delayMs.recordValue(Math.max(0, Math.min(DELAY_MS_MAX, delayMs)));
            JsonNode rows = result.get("rows");
            query.rowCount.addAndGet(rows.size());
            if (!rows.isEmpty()) {
                query.latestRow = row(rows.get(rows.size() - 1));
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a result line is not JSON: " + line, e);
        }
    }

    /** Text of a row with only the last part of each IRI. */
    private static String row(JsonNode row) {
        StringBuilder text = new StringBuilder();
        for (JsonNode term : row) {
            String value = term.isNull() ? "-" : term.get("value").asText();
            int slash = value.lastIndexOf('/');
            text.append(text.isEmpty() ? "" : "  ").append(value.substring(slash + 1));
        }
        return text.toString();
    }

    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
