package org.wukongs.metadata.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.wukongs.naive.Waits;
import org.wukongs.store.metadata.ClusterSnapshot;
import org.wukongs.store.metadata.ClusterState;
import org.wukongs.store.metadata.MetadataLog;
import org.wukongs.store.metadata.MetadataLogs;
import org.wukongs.store.metadata.MetadataPoint;
import org.wukongs.store.metadata.MetadataReplica;
import org.wukongs.store.metadata.NodeIdentity;
import org.wukongs.store.metadata.Outcome;
import org.wukongs.store.metadata.Proposal;
import org.wukongs.store.metadata.Refusal;
import org.wukongs.store.metadata.ReplicaOptions;
import org.wukongs.store.metadata.StreamBatch;

/** Nodes in threads of their own that propose the same plans through one topic. */
final class KafkaReplicasIT {

    private static final int NODE_COUNT = 3;
    private static final List<Integer> NODES = List.of(0, 1, 2);
    private static final ReplicaOptions OPTIONS =
            new ReplicaOptions(
                    100, TimeUnit.SECONDS.toNanos(3), TimeUnit.SECONDS.toNanos(120), 256, 1000);

    private static BrokerProcess broker;

    @BeforeAll
    static void start() {
        broker = new BrokerProcess();
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private static MetadataLog open(String topic, MetadataPoint from) {
        String address = "kafka://" + broker.bootstrapServers() + "/" + topic;
        return MetadataLogs.open(URI.create(address + "?deadline-ms=2000"), from);
    }

    /**
     * What a node has come to.
     *
     * @param plans how many of its plans hold
     */
    private record Result(byte[] snapshot, int plans, int lostRaces) {}

    /** A node that joins and proposes each plan, up to a last one, as soon as it can. */
    private static final class Node implements Callable<Result> {

        private final MetadataReplica replica;
        private final int number;
        private final long lastPlan;
        private final AtomicLong newestPlan;

        Node(String topic, int number, long lastPlan, AtomicLong newestPlan) {
            NodeIdentity me = new NodeIdentity(number, 100 + number, 1, number);
            this.replica =
                    MetadataReplica.open(
                            open(topic, MetadataPoint.START), me, OPTIONS, System::nanoTime);
            this.number = number;
            this.lastPlan = lastPlan;
            this.newestPlan = newestPlan;
        }

        @Override
        public Result call() {
            try (replica) {
                await(new Proposal.Found("c", ClusterState.FORMAT, NODES)).orThrow();
                await(
                                new Proposal.Join(
                                        "c",
                                        ClusterState.FORMAT,
                                        replica.identity(),
                                        "h",
                                        List.of("a:1")))
                        .orThrow();
                int plans = 0;
                int lostRaces = 0;
                while (replica.state().newestPlan() < lastPlan) {
                    long plan = replica.state().newestPlan() + 1;
                    StreamBatch batch = new StreamBatch("s", plan * NODE_COUNT + number);
                    Outcome outcome = await(new Proposal.PublishPlan(plan, 7, List.of(batch)));
                    if (outcome.isAccepted()) {
                        plans++;
                        newestPlan.accumulateAndGet(plan, Math::max);
                    } else {
                        assertThat(outcome.refusal()).isEqualTo(Refusal.TAKEN);
                        lostRaces++;
                    }
                }
                Outcome end = await(new Proposal.AddPredicates(List.of("<http://" + number + ">")));
                end.orThrow();
                while (replica.state().predicates().size() < 1 + NODE_COUNT) {
                    replica.doWork();
                }
                return new Result(replica.snapshot(), plans, lostRaces);
            }
        }

        private Outcome await(Proposal proposal) {
            CompletableFuture<Outcome> outcome = replica.propose(proposal);
            while (!outcome.isDone()) {
                replica.doWork();
            }
            return outcome.join();
        }
    }

    /** Runs three nodes, kills the broker at some plans, and checks what they agree on. */
    private static void run(String topic, long lastPlan, long... killedAt)
            throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(NODE_COUNT);
        try {
            AtomicLong newestPlan = new AtomicLong();
            List<Future<Result>> running = new ArrayList<>();
            for (int number : NODES) {
                running.add(threads.submit(new Node(topic, number, lastPlan, newestPlan)));
            }
            for (long plan : killedAt) {
                Waits.await(() -> newestPlan.get() >= plan || running.get(0).isDone());
                broker.kill();
                broker.start();
            }
            List<Result> results = new ArrayList<>();
            for (Future<Result> each : running) {
                results.add(each.get());
            }
            check(topic, lastPlan, results);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void check(String topic, long lastPlan, List<Result> results) {
        assertThat(results.stream().mapToInt(Result::plans).sum()).isEqualTo((int) lastPlan);
        assertThat(results.stream().mapToInt(Result::lostRaces).sum()).isPositive();
        ClusterSnapshot first = ClusterSnapshot.decode(results.get(0).snapshot());
        for (Result each : results) {
            assertThat(each.snapshot()).isEqualTo(results.get(0).snapshot());
        }
        assertThat(first.state().newestPlan()).isEqualTo(lastPlan);
        NodeIdentity late = new NodeIdentity(9, 9, 1, 1);
        // One that comes later, from nothing and from a snapshot, has the same.
        try (MetadataReplica fromNothing =
                        MetadataReplica.open(
                                open(topic, MetadataPoint.START), late, OPTIONS, System::nanoTime);
                MetadataReplica fromSnapshot =
                        MetadataReplica.open(
                                open(topic, first.point()),
                                late,
                                first,
                                OPTIONS,
                                System::nanoTime)) {
            for (MetadataReplica replica : List.of(fromNothing, fromSnapshot)) {
                Waits.await(() -> replica.doWork() == 0 && replica.isCaughtUp());
                assertThat(replica.snapshot()).isEqualTo(results.get(0).snapshot());
            }
        }
    }

    @Test
    void eachPlanIsDecidedOnce() throws InterruptedException, ExecutionException {
        run("plans", 100);
    }

    @Test
    void aBrokerThatIsKilledDecidesNothing() throws InterruptedException, ExecutionException {
        run("killed-plans", 100, 20, 60);
    }
}
