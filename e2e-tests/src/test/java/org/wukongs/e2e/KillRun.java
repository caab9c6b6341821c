package org.wukongs.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.wukongs.client.StoreClient;
import org.wukongs.e2e.KillPlan.Hit;
import org.wukongs.e2e.KillPlan.Kill;
import org.wukongs.examples.demo.StoredData;
import org.wukongs.kafka.lsbench.LsbenchConfig;
import org.wukongs.kafka.lsbench.LsbenchGenerator;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.kafka.producer.KafkaTopics;
import org.wukongs.kafka.producer.LsbenchProducer;
import org.wukongs.stream.Tuple;

/**
 * A run of the {@link KillJobs} under LSBench at a tenth of the paper's rate, in which processes
 * are killed as a {@link KillPlan} says, and started again as their operator would, and nothing
 * else is done for them. In the end each window is committed once with the rows of the naive
 * evaluator, and the store holds each triple.
 */
final class KillRun implements AutoCloseable {

    /** Few, or the naive evaluator takes longer than the run. */
    private static final int USERS = 100;

    private static final int PARTITIONS = 2;

    /** Longer than any broker is away. */
    private static final int PRODUCER_TIMEOUT_MS = 180_000;

    private static final Duration CONNECT_TIMEOUT = Duration.ofMinutes(1);

    /** Without anything committed meanwhile, the run has failed. */
    private static final long PROGRESS_TIMEOUT_NS = TimeUnit.MINUTES.toNanos(5);

    private static final List<JobID> JOBS = List.of(KillJobs.SINKS_AND_SOURCES, KillJobs.FUNCTION);

    /** What is to be done when the input has come to an event time. */
    private record Due(long atMs, KillTarget target, Action action) {}

    /** Something that is done to a process. */
    private interface Action {
        void run() throws Exception;
    }

    private final KillPlan plan;
    private final KillSetup setup;
    private final KillReference reference;
    private final LsbenchGenerator generator;
    private final KillReport report;

    /**
     * Event time at which the input begins: now. Kafka forgets the numbers of producers by the
     * timestamps of their records, and a broker that is killed would take records of last year that
     * are sent to it again as new ones.
     */
    private final long startMs;

    private final List<Due> dues = new ArrayList<>();
    private final Set<KillTarget> away = EnumSet.noneOf(KillTarget.class);
    private KillResults results; // null before there is a broker
    private volatile long startNs; // 0 before the input begins
    private volatile long endMs = Long.MAX_VALUE; // of the input
    private long progressNs;
    private long progressMs;

    KillRun(long seed, int kills, Path logs) throws IOException {
        plan = KillPlan.of(seed, kills);
        generator = new LsbenchGenerator(LsbenchConfig.defaults().withUsers(USERS).withSeed(seed));
        long secondMs = KillReference.SECOND_MS;
        startMs = System.currentTimeMillis() / secondMs * secondMs;
        reference = new KillReference(generator, startMs);
        report = new KillReport(startMs);
        setup = new KillSetup(seed, logs);
    }

    KillReport report() {
        return report;
    }

    void run() throws Exception {
        try {
            start();
            try (LsbenchProducer producer = producer()) {
                for (Kill kill : plan.kills()) {
                    strike(kill);
                }
                awaitAll();
                end(producer);
            }
            check();
        } catch (Exception | AssertionError e) {
            throw new AssertionError(e + "\n" + setup.tails(), e);
        }
    }

    /** With everything in it before the first tuple comes. */
    private void start() throws Exception {
        setup.start();
        KafkaTopics.create(
                setup.kafka(),
                List.of(KillJobs.RESULTS, KillJobs.FED_RESULTS),
                1,
                PRODUCER_TIMEOUT_MS);
        KafkaTopics.create(
                setup.kafka(),
                Stream.of(LsbenchStreams.values()).map(LsbenchStreams::topic).toList(),
                PARTITIONS);
        results = new KillResults(setup.kafka());
        progressNs = System.nanoTime();
        killClientThatSubmits();
        try (StoreClient client = store()) {
            StoredData.load(generator, client);
            for (LsbenchStreams stream : LsbenchStreams.values()) {
                client.registerStream(RecoveryJob.definition(stream));
            }
            KillJobs.queries().values().forEach(client::registerQuery);
        }
        await(() -> running(), "the jobs run");
    }

    private StoreClient store() {
        return StoreClient.connect(List.of(setup.store()), CONNECT_TIMEOUT);
    }

    /** It may or may not have got to the cluster. */
    private void killClientThatSubmits() throws Exception {
        KillableProcess client = setup.process(KillTarget.CLIENT);
        await(() -> output(client).contains(KillJobs.SUBMITTING), "the client submits");
        client.kill();
        report.killed(KillTarget.CLIENT);
        client.start();
    }

    private static String output(KillableProcess process) {
        try {
            return process.output();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private boolean running() {
        if (!output(setup.process(KillTarget.CLIENT)).contains(KillJobs.RUNNING)) {
            return false;
        }
        try (RestClusterClient<String> cluster = KillJobs.cluster(setup.restPort())) {
            for (JobID job : JOBS) {
                if (cluster.getJobStatus(job).get() != JobStatus.RUNNING) {
                    return false;
                }
            }
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    /** Sends the input from now on, as fast as its event time goes. */
    private LsbenchProducer producer() {
        LsbenchProducer producer =
                LsbenchProducer.builder(setup.kafka(), generator)
                        .partitions(PARTITIONS)
                        .timeoutMs(PRODUCER_TIMEOUT_MS)
                        .wallClockMs(this::producerMs)
                        .build();
        producer.start();
        return producer;
    }

    /** The producer's clock, which begins when it looks at it first. */
    private long producerMs() {
        if (startNs == 0) {
            startNs = System.nanoTime();
            return startMs;
        }
        return inputMs();
    }

    /** Event time up to which the input is due. */
    private long inputMs() {
        if (startNs == 0) {
            return startMs;
        }
        long ms = startMs + (System.nanoTime() - startNs) / 1_000_000;
        return Math.min(ms, endMs);
    }

    private long committedMs() {
        return Math.min(results.committedMs(), results.fedMs());
    }

    private void strike(Kill kill) throws Exception {
        long lastMs = report.lastSentMs();
        if (kill.recovered()) {
            await(() -> committedMs() > lastMs, "what was sent before the last kill is committed");
        }
        long atMs = (kill.recovered() ? inputMs() : lastMs) + kill.afterMs();
        await(() -> inputMs() >= atMs, "the input comes to the next kill");
        long openCount = results.openCount();
        // What is still away from the last kill cannot be hit again.
        List<Hit> hits = kill.hits().stream().filter(hit -> !away.contains(hit.target())).toList();
        Kill struck = new Kill(kill.recovered(), kill.afterMs(), hits);
        System.out.printf("KillRun: input=%d ms kill=%s%n", inputMs() - startMs, struck);
        report.add(struck, inputMs(), committedMs(), openCount);
        for (Hit hit : hits) {
            strike(hit);
        }
    }

    private void strike(Hit hit) throws Exception {
        KillTarget target = hit.target();
        KillableProcess process = setup.process(target);
        away.add(target);
        long backMs = inputMs();
        if (hit.way().stops()) {
            report.stopped(target);
            process.stop();
            backMs += hit.stoppedMs();
        }
        if (!hit.way().kills()) {
            dues.add(new Due(backMs, target, process::goOn));
            return;
        }
        report.killed(target);
        if (hit.way().stops()) {
            dues.add(
                    new Due(
                            backMs,
                            target,
                            () -> {
                                process.kill();
                                startLater(hit);
                            }));
        } else {
            process.kill();
            startLater(hit);
        }
    }

    private void startLater(Hit hit) {
        KillableProcess process = setup.process(hit.target());
        dues.add(new Due(inputMs() + hit.restartedMs(), hit.target(), process::start));
    }

    private void awaitAll() throws Exception {
        await(dues::isEmpty, "all processes are there");
        long lastMs = inputMs();
        await(() -> committedMs() > lastMs, "all is committed that was sent before");
    }

    /** Ends the input at a full second; windows up to it are closed by what comes after it. */
    private void end(LsbenchProducer producer) throws Exception {
        long secondMs = KillReference.SECOND_MS;
        endMs = (inputMs() / secondMs + 2) * secondMs;
        Map<LsbenchStreams, Long> counts = reference.tupleCounts(endMs);
        await(() -> producer.stats().sent().equals(counts), "the input is sent");
        await(
                () -> producer.stats().acknowledged() == producer.stats().sentTotal(),
                "the broker has the input");
        producer.close();
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            assertThat(results.recordCount(stream.topic(), PARTITIONS))
                    .as("the broker has each record of %s once", stream)
                    .isEqualTo(counts.get(stream));
        }
        Tuple after = new Tuple(endMs + secondMs, "<urn:a>", "<urn:b>", "<urn:c>");
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            Topics.write(
                    setup.kafka(),
                    stream.topic(),
                    PARTITIONS,
                    Stream.generate(() -> after).limit(PARTITIONS).toList());
        }
        long fedMs = reference.lastFedMs(endMs);
        await(
                () -> results.committedMs() >= endMs && results.fedMs() >= fedMs,
                "the last windows are committed");
        try (RestClusterClient<String> cluster = KillJobs.cluster(setup.restPort())) {
            for (JobID job : JOBS) {
                CompletableFuture<String> stopped =
                        cluster.stopWithSavepoint(
                                job, false, setup.uri("savepoints"), SavepointFormatType.CANONICAL);
                await(stopped::isDone, "a job stops");
                stopped.get();
            }
        }
        await(results::atEnd, "all records are read");
    }

    private void check() throws Exception {
        long rows = reference.check(results, endMs);
        Map<String, Long> stored = reference.storedCounts(endMs);
        try (StoreClient client = store()) {
            assertThat(storedCounts(client)).isEqualTo(stored);
            assertThat(client.check().violations()).isEmpty();
        }
        report.checked(
                "checked: %d s of input, %d tuples, %d rows, %d stored triples"
                        .formatted(
                                (endMs - startMs) / 1_000,
                                sum(reference.tupleCounts(endMs)),
                                rows,
                                sum(stored)));
    }

    private static long sum(Map<?, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    private static Map<String, Long> storedCounts(StoreClient client) {
        Map<String, Long> counts = new TreeMap<>();
        for (String[] row :
                client.query("SELECT ?p (COUNT(*) AS ?n) WHERE { ?s ?p ?o } GROUP BY ?p").rows()) {
            counts.put(row[0], Long.parseLong(row[1].substring(1, row[1].indexOf('"', 1))));
        }
        return counts;
    }

    /** Does what is due and looks after the processes until the condition holds. */
    private void await(BooleanSupplier condition, String what) throws Exception {
        while (!condition.getAsBoolean()) {
            results.poll();
            if (committedMs() > progressMs) {
                progressMs = committedMs();
                progressNs = System.nanoTime();
            }
            report.committed(committedMs());
            doWhatIsDue();
            restartWhatEnded();
            assertThat(System.nanoTime() - progressNs)
                    .as("nothing is committed after %d while this is awaited: %s", progressMs, what)
                    .isLessThan(PROGRESS_TIMEOUT_NS);
        }
    }

    private void doWhatIsDue() throws Exception {
        for (Due due : List.copyOf(dues)) {
            if (inputMs() >= due.atMs()) {
                dues.remove(due);
                due.action().run();
                if (dues.stream().noneMatch(other -> other.target() == due.target())) {
                    away.remove(due.target());
                }
            }
        }
    }

    /** Flink's processes and clients may give up; then their operator starts them again. */
    private void restartWhatEnded() throws Exception {
        for (KillTarget target : KillTarget.values()) {
            KillableProcess process = setup.process(target);
            if (away.contains(target) || process.isAlive()) {
                continue;
            }
            report.ended(target);
            boolean mayEnd = target != KillTarget.STORE && target != KillTarget.BROKER;
            assertThat(mayEnd).as("%s may end by itself", target).isTrue();
            if (target == KillTarget.CLIENT) {
                assertThat(process.output()).doesNotContain("ended: FAILED");
            }
            process.kill();
            process.start();
        }
    }

    @Override
    public void close() throws IOException {
        if (results != null) {
            results.close();
        }
        setup.close();
    }
}
