package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.wukongs.client.StoreAddress;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchStreams;

/**
 * A run of the demo in containers whose parts are taken away and given back. In the end its
 * committed rows are those of the naive evaluator for all windows of all that was sent.
 */
final class DemoRun implements AutoCloseable {

    /** Few, or the naive evaluator takes longer than the run. */
    private static final int USERS = 100;

    /** Of the paper's rate: a quarter of the demo's own, for machines with two processors. */
    private static final double SCALE = 0.005;

    /** They read all five streams, and most of their windows have rows. */
    private static final List<String> DENSE = List.of("L1", "L5", "L6");

    private static final String RESULTS = "lsbench-results";

    /** For anything that is awaited, most of which comes within seconds. */
    private static final long TIMEOUT_NS = Duration.ofMinutes(3).toNanos();

    private static final long SECOND_MS = LsbenchSeconds.SECOND_MS;

    /** Something that comes about. */
    interface Condition {
        boolean holds() throws Exception;
    }

    /** Something that is done to the demo. */
    interface Action {
        void run() throws Exception;
    }

    private final LsbenchGenerator generator =
            new LsbenchGenerator(LsbenchConfig.defaults().withUsers(USERS).withPaperRates(SCALE));
    private final DemoStack stack;
    private final Map<String, String> queries;
    private final List<JsonNode> rows = new ArrayList<>(); // all that are committed
    private final Map<String, Long> newestMs = new TreeMap<>();
    private long startMs;
    private DemoInput input; // null before up
    private ResultTopic results; // null before up

    DemoRun() throws IOException {
        stack = new DemoStack(USERS, SCALE);
        // No address is needed for what a script registers.
        queries =
                SqlScript.read("lsbench.sql", "", new StoreAddress("store1", 7878)).registrations();
    }

    DemoStack stack() {
        return stack;
    }

    DemoContainer container(String service) {
        return stack.container(service);
    }

    /** Returns when there are rows in the topic. */
    void up() throws Exception {
        long ns = System.nanoTime();
        assertThat(stack.up()).contains("The demo runs");
        startMs =
                Long.parseLong(
                        container("producer").execute(Map.of(), "cat", "/demo/start").strip());
        input = new DemoInput(stack.kafka(), generator, startMs);
        results = new ResultTopic(stack.kafka(), RESULTS, () -> "");
        awaitRows(startMs, "rows of " + DENSE);
        print("the demo is up and has rows", ns);
    }

    private static void print(String what, long sinceNs) {
        System.out.printf(
                Locale.ROOT,
                "DemoRun: %s, after %.1f s%n",
                what,
                (System.nanoTime() - sinceNs) / 1e9);
    }

    /**
     * Takes something away for so much event time of the input, and gives it back. What was sent up
     * to then is answered afterwards.
     */
    void outage(String what, long lengthMs, Action begin, Condition noticed, Action end)
            throws Exception {
        long fromMs = sentMs();
        begin.run();
        await(noticed, "it is noticed: " + what);
        await(() -> input.sentMs() >= fromMs + lengthMs, "the input goes on: " + what);
        end.run();
        awaitAnswers(what);
    }

    /** Returns when there are rows for what was sent up to the call, and for more. */
    void awaitAnswers(String what) throws Exception {
        long ns = System.nanoTime();
        long beforeMs = sentMs();
        await(() -> input.sentMs() > beforeMs, "the input goes on after " + what);
        long untilMs = input.sentMs();
        long behindMs = untilMs - rowsMs();
        awaitRows(untilMs, "rows after " + what);
        print(what + ": rows were " + behindMs + " ms behind the input and have caught up", ns);
    }

    /** Event time up to which all streams are sent; waits for a broker that is away. */
    private long sentMs() throws Exception {
        Map<TopicPartition, Long> ends = new HashMap<>();
        await(
                () -> {
                    input.ends().ifPresent(ends::putAll);
                    return !ends.isEmpty();
                },
                "the broker answers");
        await(() -> input.isRead(ends), "the input is read");
        return input.sentMs();
    }

    /** The end of the newest window with rows, of the dense query that has come least far. */
    private long rowsMs() {
        return DENSE.stream()
                .mapToLong(query -> newestMs.getOrDefault(query, 0L))
                .min()
                .getAsLong();
    }

    private void awaitRows(long afterMs, String what) throws Exception {
        await(() -> rowsMs() > afterMs, what);
    }

    /** Reads results until the condition holds. */
    void await(Condition condition, String what) throws Exception {
        long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        while (!condition.holds()) {
            assertThat(deadlineNs - System.nanoTime())
                    .as("%s; windows with rows: %s", what, newestMs)
                    .isPositive();
            poll();
        }
    }

    private void poll() {
        input.poll();
        results.poll();
        List<ConsumerRecord<byte[], byte[]>> records = results.records();
        for (int i = rows.size(); i < records.size(); i++) {
            JsonNode row = LsbenchCase.parse(records.get(i));
            newestMs.merge(row.get("query").asText(), SqlRows.endMs(row), Math::max);
            rows.add(row);
        }
    }

    /** Other nodes of the store report this one as away. */
    boolean isAway(String store) throws Exception {
        int other = (DemoStack.STORES.indexOf(store) + 1) % DemoStack.STORES.size();
        return stack.failures(DemoStack.STORES.get(other))
                .containsKey(DemoStack.STORES.indexOf(store) + 1);
    }

    /** Ends the input, and compares everything that was committed and everything that is stored. */
    void check() throws Exception {
        long ns = System.nanoTime();
        stack.demo("compose", "stop", "producer");
        Map<LsbenchStreams, Long> counts = input.check();
        input.closeBatches(input.sentMs() + 2 * SECOND_MS);
        long endMs = input.sentMs() / SECOND_MS * SECOND_MS;
        LsbenchSeconds seconds = new LsbenchSeconds(generator, startMs);
        SqlRows expected = new SqlRows(queries, seconds, endMs);
        print("the input is as the generator has it, and all rows are computed", ns);
        await(() -> countUpTo(endMs) >= expected.count(), expected.count() + " rows");
        Map<String, Long> stored = seconds.storedCounts(counts);
        await(() -> stack.storedCounts().equals(stored), "all is stored: " + stored);
        stack.stopJob();
        results.awaitEnd();
        poll();
        expected.check(rows.stream().filter(row -> SqlRows.endMs(row) <= endMs).toList());
        print(
                "compared: %d s of input, %d tuples, %d windows, %d with rows, %d rows, %d stored triples"
                        .formatted(
                                (endMs - startMs) / SECOND_MS,
                                sum(counts),
                                queries.size() * (endMs - startMs) / LsbenchCase.STEP_MS,
                                expected.windowCount(),
                                expected.count(),
                                sum(stored)),
                ns);
    }

    private static long sum(Map<?, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private long countUpTo(long endMs) {
        return rows.stream().filter(row -> SqlRows.endMs(row) <= endMs).count();
    }

    /** Each node verifies what it has, and neither one nor the broker has ended by itself. */
    void checkNodes() throws Exception {
        for (String store : DemoStack.STORES) {
            assertThat(
                            container(store)
                                    .execute(
                                            Map.of("WUKONGS_TOKEN_FILE", "/secrets/store/admin"),
                                            "wukongs",
                                            "check"))
                    .startsWith("sound: ");
            assertThat(stack.failures(store)).as("nodes that %s does not reach", store).isEmpty();
            assertNoRestart(store);
        }
        assertNoRestart("broker");
    }

    private void assertNoRestart(String service) {
        assertThat(container(service).getContainerInfo().getRestartCount())
                .as("restarts of %s by the engine", service)
                .isZero();
    }

    @Override
    public void close() throws IOException {
        if (results != null) {
            results.close();
            input.close();
        }
        stack.down();
    }
}
