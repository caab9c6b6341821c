package org.wukongs.benchmarks.cluster;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.wukongs.benchmarks.measure.Executions;
import org.wukongs.benchmarks.measure.Rounds;
import org.wukongs.benchmarks.measure.Statistics;
import org.wukongs.benchmarks.measure.Units;
import org.wukongs.benchmarks.result.Recorder;
import org.wukongs.benchmarks.result.Table;
import org.wukongs.client.ClientOptions;
import org.wukongs.client.RetryStrategy;
import org.wukongs.client.StoreClient;
import org.wukongs.client.StoreClient.StreamWriter;
import org.wukongs.client.Transport;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.server.StoreServer;
import org.wukongs.stream.EncodedBatch;
import org.wukongs.stream.ShardBatch;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.WriterId;

/**
 * A client of a node on the same host over TCP and through rings: round trips of the smallest
 * request, and messages of a writer. Client and node are in this process, so the time of its
 * processors is what both take together.
 */
final class FabricRings {

    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final int ROUNDS = 5;
    private static final int VERTICES = 1_000;
    private static final String TIMING = "http://bench/timing";
    private static final String TIMELESS = "http://bench/timeless";
    private static final List<Transport> TRANSPORTS = List.of(Transport.TCP, Transport.SHM);

    private final double seconds;
    private final OperatingSystemMXBean system =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** A writer's messages: tuples of each, and whether they are stored. */
    private record Messages(int tuples, boolean stored) {

        @Override
        public String toString() {
            return tuples + (stored ? " stored" : " timing");
        }
    }

    /** What a round takes. */
    private record Cost(double cpuNs, double wallNs) {}

    FabricRings(double seconds) {
        this.seconds = seconds;
    }

    List<Table> measure(Recorder recorder) {
        try (StoreServer server = StoreServer.start(StoreConfig.DEFAULT, "127.0.0.1", 0)) {
            Table roundTrips =
                    new Table("roundTrips", "Round trips of the smallest request of a client");
            for (Transport transport : TRANSPORTS) {
                recorder.say("round trips: %s", transport.text());
                try (StoreClient client = client(server, transport)) {
                    addRoundTrips(client, transport, 0, roundTrips);
                    addRoundTrips(client, transport, 1_000, roundTrips);
                }
            }
            roundTrips.note("cpu: of client and node together; pause: between two requests");
            roundTrips.note("to reach: shm p50 10 µs");
            return List.of(roundTrips, injection(server, recorder));
        }
    }

    private static StoreClient client(StoreServer server, Transport transport) {
        return StoreClient.connect(
                List.of(server.address()),
                DEADLINE,
                RetryStrategy.NEVER,
                ClientOptions.DEFAULT.with(transport));
    }

    private void addRoundTrips(StoreClient client, Transport transport, int pauseUs, Table table) {
        roundTrips(client, pauseUs);
        long cpuNs = system.getProcessCpuTime();
        Executions trips = roundTrips(client, pauseUs);
        cpuNs = system.getProcessCpuTime() - cpuNs;
        table.row()
                .cell("transport", transport.text())
                .cell("pauseUs", "pause", pauseUs)
                .cell("p50Us", "p50", trips.us(50))
                .cell("p99Us", "p99", trips.us(99))
                .cell("cpuUs", "cpu", cpuNs / Units.NS_PER_US / trips.count())
                .cell("count", trips.count());
    }

    private Executions roundTrips(StoreClient client, int pauseUs) {
        Executions trips = new Executions();
        long endNs = System.nanoTime() + Units.ns(seconds);
        long nowNs = System.nanoTime();
        while (nowNs < endNs) {
            long startNs = System.nanoTime();
            client.homes(List.of());
            nowNs = System.nanoTime();
            trips.add(nowNs - startNs);
            if (pauseUs > 0) {
                LockSupport.parkNanos(pauseUs * (long) Units.NS_PER_US);
            }
        }
        return trips;
    }

    private Table injection(StoreServer server, Recorder recorder) {
        Table table = new Table("injection", "Messages of a writer: processor time in ns a tuple");
        int number = 0;
        for (boolean stored : new boolean[] {false, true}) {
            for (int tuples : new int[] {1, 10, 100, 1_000, 10_000}) {
                Messages messages = new Messages(tuples, stored);
                Map<Transport, Feed> feeds = new EnumMap<>(Transport.class);
                for (Transport transport : TRANSPORTS) {
                    feeds.put(transport, new Feed(client(server, transport), messages, number++));
                }
                feeds.values().forEach(feed -> feed.run(seconds));
                Map<Transport, List<Cost>> costs =
                        Rounds.run(
                                ROUNDS,
                                TRANSPORTS,
                                recorder,
                                transport -> feeds.get(transport).run(seconds / ROUNDS));
                addInjection(messages, costs, table);
                feeds.values().forEach(Feed::close);
            }
        }
        return table.note("medians of " + ROUNDS + " rounds; client, node and its agent together")
                .note("to reach: 0.8");
    }

    private static void addInjection(
            Messages messages, Map<Transport, List<Cost>> costs, Table table) {
        double tcp = Statistics.median(costs.get(Transport.TCP), Cost::cpuNs);
        double shm = Statistics.median(costs.get(Transport.SHM), Cost::cpuNs);
        table.row()
                .cell("messages", messages.toString())
                .cell("tcpNs", "tcp", tcp)
                .cell("shmNs", "shm", shm)
                .cell("ratio", "ratio", shm / tcp)
                .cell(
                        "tcpWallNs",
                        "tcp wall",
                        Statistics.median(costs.get(Transport.TCP), Cost::wallNs))
                .cell(
                        "shmWallNs",
                        "shm wall",
                        Statistics.median(costs.get(Transport.SHM), Cost::wallNs));
    }

    /** A writer of a stream of its own, which sends messages of some batches. */
    private final class Feed implements AutoCloseable {

        private final StoreClient client;
        private final StreamWriter writer;
        private final Messages messages;
        private final long[] vids;
        private final long pid;
        private final SplittableRandom random = new SplittableRandom(1);
        private long batch;
        private long sequence;

        Feed(StoreClient client, Messages messages, int number) {
            this.client = client;
            this.messages = messages;
            String name = "http://bench/s" + number;
            client.registerStream(
                    new StreamDefinition(name, 100, "http://bench/g" + number, Set.of(TIMING)));
            List<String> terms =
                    IntStream.range(0, VERTICES)
                            .mapToObj(i -> "<http://bench/v" + i + ">")
                            .toList();
            this.vids = client.strings().vertexIds(terms);
            String predicate = messages.stored() ? TIMELESS : TIMING;
            this.pid = client.strings().predicateIds(List.of("<" + predicate + ">"))[0];
            this.writer = client.openWriter(new WriterId(name, 0, 1, "bench", 0));
        }

        Cost run(double forSeconds) {
            long tuples = 0;
            long cpuNs = system.getProcessCpuTime();
            long startNs = System.nanoTime();
            long endNs = startNs + Units.ns(forSeconds);
            while (System.nanoTime() < endNs) {
                int perBatch = Math.max(1, 1_000 / messages.tuples());
                for (int i = 0; i < perBatch; i++) {
                    writer.send(ShardBatch.whole(++sequence, message()));
                    tuples += messages.tuples();
                }
                writer.closeUpTo(batch++);
            }
            writer.flush();
            double wallNs = System.nanoTime() - startNs;
            return new Cost(
                    (double) (system.getProcessCpuTime() - cpuNs) / tuples, wallNs / tuples);
        }

        private EncodedBatch message() {
            int count = messages.tuples();
            long[] times = new long[count];
            long[] subjects = new long[count];
            long[] predicates = new long[count];
            long[] objects = new long[count];
            Arrays.fill(times, batch * 100);
            Arrays.fill(predicates, pid);
            for (int i = 0; i < count; i++) {
                subjects[i] = vids[random.nextInt(VERTICES)];
                objects[i] = vids[random.nextInt(VERTICES)];
            }
            return new EncodedBatch(batch, false, times, subjects, predicates, objects);
        }

        @Override
        public void close() {
            writer.close();
            client.close();
        }
    }
}
