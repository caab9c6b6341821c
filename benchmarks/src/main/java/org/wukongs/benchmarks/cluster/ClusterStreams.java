package org.wukongs.benchmarks.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.wukongs.benchmarks.cluster.StreamFigures.Part;
import org.wukongs.benchmarks.lsbench.data.BenchQuery;
import org.wukongs.benchmarks.lsbench.data.LsbenchFiles;
import org.wukongs.benchmarks.lsbench.drive.BenchNode;
import org.wukongs.benchmarks.lsbench.drive.Pace;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.error.WukongsException;
import org.wukongs.kafka.lsbench.LsbenchStreams;
import org.wukongs.store.load.LoadOptions;
import org.wukongs.store.load.StreamFileReader;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.Tuple;
import org.wukongs.stream.TupleBatch;
import org.wukongs.stream.TupleEncoder;
import org.wukongs.stream.WriterId;

/**
 * The five streams of LSBench at their own pace into one number of nodes, first without queries,
 * then with some of each class. All streams have the first node as their home, which is also the
 * one that executes the queries; their timeless triples go to all nodes. One thread sends.
 *
 * <p>Much of what nodes do for streams is done some twenty times a second, so it takes long until
 * it is compiled. A warm-up sends the first seconds of the streams again and again, faster than
 * their pace.
 */
final class ClusterStreams implements AutoCloseable {

    private static final Duration CONNECT = Duration.ofSeconds(20);

    /** How much of the streams a warm-up repeats. */
    private static final int LAP_STEPS_MAX = 50;

    private static final double WARM_UP_SPEED = 5;

    /**
     * Event time of the parts of a run, in whole steps.
     *
     * @param warmUpMs before each of the two parts that are measured
     */
    record Times(long warmUpMs, long aloneMs, long queriedMs) {

        long endMs() {
            return 2 * warmUpMs + aloneMs + queriedMs;
        }

        /** Of the streams themselves. */
        long dataMs() {
            return (long) lapSteps() * BenchNode.STEP_MS + aloneMs + queriedMs;
        }

        private int lapSteps() {
            return Math.min(steps(warmUpMs), LAP_STEPS_MAX);
        }

        private static int steps(long ms) {
            return Math.toIntExact(ms / BenchNode.STEP_MS);
        }
    }

    private final NodeProcesses nodes;
    private final Times times;
    private final StoreClient client;
    private final Map<LsbenchStreams, Writer> writers = new EnumMap<>(LsbenchStreams.class);
    private long nowMs;

    private static final class Writer {

        private final StreamWriter stream;
        private final List<EncodedBatch> batches; // one for each step of the streams themselves
        private long sequence;

        Writer(StreamWriter stream, List<EncodedBatch> batches) {
            this.stream = stream;
            this.batches = batches;
        }

        /** Returns what the streams have at a step as if it were at a later one. */
        EncodedBatch at(int step, int later) {
            EncodedBatch batch = batches.get(step);
            long shiftMs = (long) (later - step) * BenchNode.STEP_MS;
            return new EncodedBatch(
                    batch.batch() + later - step,
                    batch.late(),
                    Arrays.stream(batch.eventTimesMs()).map(ms -> ms + shiftMs).toArray(),
                    batch.subjects(),
                    batch.predicates(),
                    batch.objects());
        }
    }

    ClusterStreams(NodeProcesses nodes, Times times) {
        this.nodes = nodes;
        this.times = times;
        this.client = StoreClient.connect(List.of(nodes.address()), CONNECT);
    }

    StreamFigures measure(ClusterRuns.Setup setup, LsbenchFiles files, List<BenchQuery> queries)
            throws IOException {
        for (LsbenchStreams stream : LsbenchStreams.values()) {
            open(stream, files.streams().get(stream));
        }
        warmUp();
        int data = times.lapSteps();
        Part alone = part(data, times.aloneMs());
        queries.forEach(query -> client.registerQuery(query.text()));
        long measuredMs = nowMs + times.warmUpMs();
        try (QueryWindows windows =
                QueryWindows.read(nodes.address(), queries, measuredMs, times.endMs())) {
            warmUp();
            Part queried = part(data + Times.steps(times.aloneMs()), times.queriedMs());
            windows.await();
            return new StreamFigures(
                    setup,
                    alone,
                    queried,
                    windows.classes(),
                    windows.digests(),
                    client.status().storedTripleCount());
        }
    }

    /** Registers a stream, and encodes what will be sent of it, before anything is measured. */
    private void open(LsbenchStreams stream, Path file) {
        StreamDefinition definition = stream.definition(BenchNode.STEP_MS);
        client.registerStream(definition);
        TupleEncoder encoder = new TupleEncoder(client.strings());
        List<EncodedBatch> batches = new ArrayList<>();
        try (StreamFileReader reader = new StreamFileReader(file, LoadOptions.STRICT)) {
            for (long endMs = BenchNode.STEP_MS;
                    endMs <= times.dataMs();
                    endMs += BenchNode.STEP_MS) {
                List<Tuple> tuples = new ArrayList<>();
                while (reader.nextTimeMs() < endMs) {
                    tuples.add(reader.take());
                }
                long batch = definition.batchOf(endMs) - 1;
                batches.add(encoder.encode(new TupleBatch(batch, false, tuples)));
            }
        }
        WriterId id = new WriterId(definition.name(), 0, 1, UUID.randomUUID().toString(), 0);
        writers.put(stream, new Writer(client.openWriter(id), batches));
    }

    private void warmUp() {
        Pace pace = Pace.realTime(WARM_UP_SPEED);
        send(pace, 0, times.lapSteps(), Times.steps(times.warmUpMs()));
    }

    /**
     * Sends some steps of the streams, again and again if there are fewer than wanted, each when it
     * is complete, until all is acknowledged; returns how many tuples there were.
     */
    private long send(Pace pace, int first, int stepCount, int wanted) {
        long tuples = 0;
        pace.start(nowMs);
        for (int i = 0; i < wanted; i++) {
            int now = Times.steps(nowMs);
            nowMs += BenchNode.STEP_MS;
            pace.await(nowMs);
            for (Writer writer : writers.values()) {
                EncodedBatch batch = writer.at(first + i % stepCount, now);
                tuples += batch.size();
                if (batch.size() > 0) {
                    writer.stream.send(ShardBatch.whole(++writer.sequence, batch));
                }
                writer.stream.closeUpTo(batch.batch());
            }
        }
        writers.values().forEach(writer -> writer.stream.flush());
        return tuples;
    }

    private Part part(int first, long ms) throws IOException {
        PeerTraffic before = nodes.traffic();
        long beforeCpuNs = nodes.cpuNs();
        int stepCount = Times.steps(ms);
        Pace pace = Pace.realTime();
        long tuples = send(pace, first, stepCount, stepCount);
        long lateNs = pace.lagNs(nowMs);
        long cpuNs = nodes.cpuNs() - beforeCpuNs;
        if (tuples == 0) {
            throw WukongsException.user("the streams are too short: dataMs=" + times.dataMs());
        }
        return new Part(tuples, cpuNs, nodes.traffic().minus(before), lateNs);
    }

    @Override
    public void close() {
        writers.values().forEach(writer -> writer.stream.close());
        client.close();
    }
}
