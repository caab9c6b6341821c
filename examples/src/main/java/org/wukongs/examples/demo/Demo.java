package org.wukongs.examples.demo;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreStatus;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.examples.lsbench.LsbenchJob;
import org.wukongs.examples.lsbench.LsbenchJobConfig;
import org.wukongs.kafka.broker.EmbeddedKafka;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchQueries;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.producer.KafkaTopics;
import org.wukongs.kafka.producer.LsbenchProducer;

/** All parts of the demo, started in order and ended in reverse order. */
final class Demo implements AutoCloseable {

    private static final long BATCH_INTERVAL_MS = 100;
    private static final long REFRESH_MS = 1000;
    private static final long PLAIN_REFRESH_MS = 5000;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long CANCEL_TIMEOUT_S = 20;
    private static final long START_TIMEOUT_S = 60;
    private static final long START_POLL_NS = 20_000_000;

    /** Enough for a process that has closed its connections to end. */
    private static final long STORE_END_MS = 2_000;

    private static final Duration STORE_DEADLINE = Duration.ofSeconds(10);

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private StoreNodes store;
    private StoreClient client;
    private ResultTail results;
    private JobClient job;
    private LsbenchProducer producer;

    private Demo() {}

    /**
     * Starts all parts.
     *
     * @param nodeCount of the store's nodes, a cluster if there are several
     * @param storePort of the first node, 0 for free ports
     * @param say receives a line for each step
     */
    static Demo start(
            LsbenchConfig config,
            int nodeCount,
            int kafkaPort,
            int storePort,
            Consumer<String> say) {
        Demo demo = new Demo();
        try {
            demo.startParts(config, nodeCount, kafkaPort, storePort, say);
            return demo;
        } catch (RuntimeException e) {
            demo.close();
            throw e;
        }
    }

    private void startParts(
            LsbenchConfig config,
            int nodeCount,
            int kafkaPort,
            int storePort,
            Consumer<String> say) {
        say.accept("starting a Kafka broker");
        String kafka = add(EmbeddedKafka.start(kafkaPort)).bootstrapServers();
        say.accept(
                nodeCount == 1
                        ? "starting a store node"
                        : "starting " + nodeCount + " store nodes, a cluster");
        store =
                add(
                        nodeCount == 1
                                ? StoreNodes.one(storePort)
                                : StoreNodes.cluster(nodeCount, storePort, kafka));
        client = add(StoreClient.connect(store.addresses(), STORE_DEADLINE));
        LsbenchGenerator generator = new LsbenchGenerator(config);
        long count = StoredData.load(generator, client);
        say.accept(
                "loaded "
                        + count
                        + " triples of "
                        + config.users()
                        + " users into the store "
                        + store.addressList());
        KafkaTopics.create(
                kafka,
                Stream.concat(
                                Arrays.stream(LsbenchStreams.values()).map(LsbenchStreams::topic),
                                Stream.of(
                                        LsbenchJobConfig.RESULT_TOPIC,
                                        LsbenchJobConfig.DEAD_LETTER_TOPIC))
                        .toList(),
                1);
        say.accept("starting the Flink job, Kafka at " + kafka);
        startJob(kafka);
        results = add(new ResultTail(kafka, LsbenchJobConfig.RESULT_TOPIC));
        results.start();
        awaitQueries();
        producer = add(LsbenchProducer.builder(kafka, generator).build());
        producer.start();
    }

    private void startJob(String kafka) {
        Configuration configuration = new Configuration();
        configuration.set(RestOptions.BIND_PORT, "0");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(5));
        configuration.set(ExecutionOptions.BUFFER_TIMEOUT, Duration.ofMillis(1));
        configuration.set(PipelineOptions.AUTO_WATERMARK_INTERVAL, Duration.ofMillis(10));
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(1, configuration);
        LsbenchJob.addTo(
                env,
                new LsbenchJobConfig(
                        kafka,
                        store.addressList(),
                        BATCH_INTERVAL_MS,
                        List.copyOf(LsbenchQueries.all().values()),
                        LsbenchJobConfig.RESULT_TOPIC,
                        LsbenchJobConfig.DEAD_LETTER_TOPIC,
                        false));
        try {
            job = env.executeAsync("LSBench");
        } catch (Exception e) {
            throw new WukongsException(
                    Category.FATAL, "the Flink job did not start: " + rootMessage(e), e);
        }
        parts.push(this::cancelJob);
    }

    /**
     * Waits until the job has registered its queries, before which no tuples are needed; throws the
     * error of a job that cannot start.
     */
    private void awaitQueries() {
        long deadlineNs = System.nanoTime() + START_TIMEOUT_S * NS_PER_S;
        while (status().queries().isEmpty()) {
            checkParts();
            if (System.nanoTime() > deadlineNs) {
                throw WukongsException.fatal(
                        "the Flink job did not start in time: timeoutS=" + START_TIMEOUT_S);
            }
            LockSupport.parkNanos(START_POLL_NS);
        }
    }

    /**
     * Shows the progress until {@code seconds} have passed since the first result or {@code
     * awaitStop} (which waits the given ms) returns true; then prints a summary.
     */
    void watch(
            PrintStream out, boolean terminal, int width, long seconds, LongPredicate awaitStop) {
        DemoScreen screen = new DemoScreen(out, terminal, width, results);
        long startNs = System.nanoTime();
        long shownNs = startNs;
        boolean running = false;
        while (!awaitStop.test(REFRESH_MS)) {
            checkParts();
            long nowNs = System.nanoTime();
            StoreStatus status = status();
            if (!running) {
                running = status.queries().stream().anyMatch(query -> query.executionCount() > 0);
                startNs = nowNs;
            }
            long elapsedS = (nowNs - startNs) / NS_PER_S;
            if (elapsedS >= seconds) {
                break;
            }
            if (terminal || nowNs - shownNs >= PLAIN_REFRESH_MS * (NS_PER_S / 1000)) {
                shownNs = nowNs;
                screen.show(status, producer.stats(), elapsedS, nowNs, System.currentTimeMillis());
            }
        }
        double ranS = (System.nanoTime() - startNs) / (double) NS_PER_S;
        screen.summary(status(), producer.stats(), ranS, System.currentTimeMillis());
    }

    /** Asks the store; if it does not answer, reports a store process that has died first. */
    private StoreStatus status() {
        try {
            return client.status();
        } catch (WukongsException e) {
            store.awaitEnd(STORE_END_MS);
            checkParts();
            throw e;
        }
    }

    /** Ends the demo with the error of a part that has ended by itself. */
    private void checkParts() {
        if (producer != null && producer.failure() != null) {
            throw producer.failure();
        }
        store.check();
        var execution = job.getJobExecutionResult();
        if (execution.isDone()) {
            try {
                execution.get();
                throw WukongsException.fatal("the Flink job has ended by itself");
            } catch (ExecutionException e) {
                throw new WukongsException(
                        Category.FATAL, "the Flink job failed: " + rootMessage(e), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void cancelJob() throws InterruptedException, ExecutionException, TimeoutException {
        if (!job.getJobExecutionResult().isDone()) {
            job.cancel().get(CANCEL_TIMEOUT_S, TimeUnit.SECONDS);
        }
    }

    private static String rootMessage(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof WukongsException ? cause.getMessage() : cause.toString();
    }

    private <T extends AutoCloseable> T add(T part) {
        parts.push(part);
        return part;
    }

    @Override
    public void close() {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                System.err.println(
                        "warning: a part of the demo did not end cleanly: " + rootMessage(e));
            }
        }
    }
}
