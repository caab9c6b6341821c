package org.wukongs.store.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.wukongs.error.WukongsException;
import org.wukongs.error.WukongsException.Category;
import org.wukongs.naive.Failures;
import org.wukongs.naive.Seeds;

/**
 * Replicas over a log that does whatever it may, and forgets its oldest records when there is a
 * snapshot in it. They crash and start again from a snapshot, their own or another's, or from
 * nothing. Equal positions are equal states, and each proposal has one outcome, which its proposer
 * learns.
 */
class MetadataReplicaTest {

    private static final int RUNS = 40;
    private static final int STEPS = 1_500;
    private static final int NODE_COUNT = RandomProposals.NODE_COUNT;
    private static final ReplicaOptions OPTIONS = new ReplicaOptions(8, 50, 400, 5, 100);

    @BeforeAll
    static void fewLines() {
        System.setProperty("org.slf4j.simpleLogger.log.org.wukongs.store.metadata", "error");
    }

    /** What was proposed, and by whom. */
    private record Asked(Proposal proposal, CompletableFuture<Outcome> outcome) {}

    private static final class Run {

        final Random random;
        final SimulatedLog log;
        final RandomProposals proposals;
        final MetadataReplica[] replicas = new MetadataReplica[NODE_COUNT];
        final int[] starts = new int[NODE_COUNT];
        final List<byte[]> snapshots = new ArrayList<>();
        final List<Asked> asked = new ArrayList<>();
        final Map<Integer, List<Long>> told = new TreeMap<>(); // by node, since its last start
        final long[] startedAt = new long[NODE_COUNT];
        final List<CompletableFuture<Outcome>> parts = new ArrayList<>(); // of a snapshot
        long partsPosition;
        int beganLater;
        long now;

        // The one truth: the log, applied in order.
        final ClusterState truth = new ClusterState();
        final List<byte[]> states = new ArrayList<>(); // by position
        final Map<Long, Outcome> outcomes = new TreeMap<>();
        final Map<Long, MetadataRecord> records = new TreeMap<>();

        Run(Random random) {
            this.random = random;
            this.log = new SimulatedLog(random);
            this.proposals = new RandomProposals(random);
            states.add(bytesAt(0));
            for (int node = 0; node < NODE_COUNT; node++) {
                start(node);
            }
        }

        void start(int node) {
            starts[node]++;
            NodeIdentity me = new NodeIdentity(node, 100 + node, starts[node], random.nextLong());
            List<Long> positions = new ArrayList<>();
            told.put(node, positions);
            ClusterSnapshot snapshot = begin();
            replicas[node] =
                    snapshot == null
                            ? MetadataReplica.open(
                                    log.open(MetadataPoint.START), me, OPTIONS, () -> now)
                            : MetadataReplica.open(
                                    log.open(snapshot.point()), me, snapshot, OPTIONS, () -> now);
            startedAt[node] = replicas[node].position();
            replicas[node].add((position, record, state) -> positions.add(position));
            ask(node, RandomProposals.found());
            ask(node, RandomProposals.join(me));
        }

        /** Null for nothing. */
        ClusterSnapshot begin() {
            if (!snapshots.isEmpty() && random.nextInt(3) > 0) {
                ClusterSnapshot known =
                        ClusterSnapshot.decode(snapshots.get(random.nextInt(snapshots.size())));
                if (known.point().position() >= log.begin()) {
                    return known;
                }
            }
            if (log.begin() == 0) {
                return null;
            }
            beganLater++;
            return SnapshotParts.find(log.open(MetadataPoint.START), 1, () -> 0);
        }

        void ask(int node, Proposal proposal) {
            asked.add(new Asked(proposal, replicas[node].propose(proposal)));
        }

        /** Brings a snapshot into the log; when it is there, records before it go. */
        void trim(int node) {
            if (parts.isEmpty()) {
                byte[] snapshot = replicas[node].snapshot();
                partsPosition = replicas[node].position();
                for (Proposal part : SnapshotParts.of(snapshot)) {
                    ask(node, part);
                    parts.add(asked.get(asked.size() - 1).outcome());
                }
            } else if (parts.stream().allMatch(CompletableFuture::isDone)) {
                boolean isThere =
                        parts.stream()
                                .allMatch(
                                        part ->
                                                !part.isCompletedExceptionally()
                                                        && part.join().isAccepted());
                parts.clear();
                long begin = isThere ? partsPosition - random.nextInt(3) : 0;
                for (MetadataReplica replica : replicas) {
                    begin = Math.min(begin, replica.position()); // or it could not go on
                }
                log.open(MetadataPoint.START).truncateBefore(begin);
            }
        }

        void applyTruth() {
            while (states.size() <= log.entries().size()) {
                long position = states.size();
                byte[] bytes = log.entries().get((int) position - 1);
                MetadataRecord record = bytes == null ? null : decode(bytes);
                Outcome outcome = record == null ? null : truth.apply(position, record);
                if (outcome != null) {
                    outcomes.put(position, outcome);
                    records.put(position, record);
                }
                states.add(bytesAt(position));
            }
        }

        private byte[] bytesAt(long position) {
            return ClusterSnapshot.encode(new MetadataPoint("simulated", position), truth);
        }

        private static MetadataRecord decode(byte[] bytes) {
            try {
                return MetadataRecord.decode(bytes);
            } catch (UnusableMetadataException e) {
                return null;
            }
        }

        void step() {
            now++;
            log.step();
            applyTruth();
            int node = random.nextInt(NODE_COUNT);
            MetadataReplica replica = replicas[node];
            if (random.nextInt(150) == 0) {
                replica.close();
                start(node);
                return;
            }
            if (random.nextInt(4) == 0) {
                ask(
                        node,
                        proposals.ofMember(
                                replica.state().newestPlan(), replica.state().ownersVersion()));
            }
            if (random.nextInt(40) == 0 && replica.epoch() == 0) {
                ask(node, RandomProposals.join(replica.identity()));
            }
            replica.doWork();
            check(replica);
            if (random.nextInt(40) == 0) {
                trim(node);
            }
            if (random.nextInt(30) == 0) {
                snapshots.add(replica.snapshot());
            }
        }

        void check(MetadataReplica replica) {
            assertThat(Arrays.equals(replica.snapshot(), states.get((int) replica.position())))
                    .as("position=" + replica.position())
                    .isTrue();
        }

        void settle() {
            log.endOfFaults();
            for (int i = 0; i < 4 * OPTIONS.proposalTimeoutNs(); i++) {
                now++;
                log.step();
                applyTruth();
                for (MetadataReplica replica : replicas) {
                    replica.doWork();
                }
            }
            for (MetadataReplica replica : replicas) {
                assertThat(replica.pendingCount()).isZero();
                assertThat(replica.isCaughtUp()).isTrue();
                check(replica);
            }
        }

        /** Outcomes that replicas have told are those that the log gives. */
        int checkOutcomes() {
            Set<Long> decided = new HashSet<>();
            int count = 0;
            for (Asked each : asked) {
                assertThat(each.outcome().isDone()).isTrue();
                if (each.outcome().isCompletedExceptionally()) {
                    continue;
                }
                Outcome outcome = each.outcome().join();
                MetadataRecord record = records.get(outcome.position());
                if (record == null
                        || !record.proposal().equals(each.proposal())
                        || !outcome.equals(outcomes.get(outcome.position()))) {
                    assertThat(outcome.refusal()).isEqualTo(Refusal.FENCED); // without the log
                    continue;
                }
                boolean founds = each.proposal().type() == ProposalType.FOUND; // all say the same
                if (outcome.isChange() && !founds) {
                    assertThat(decided.add(outcome.position())).isTrue();
                    count++;
                }
            }
            return count;
        }

        void checkListeners() {
            for (int node = 0; node < NODE_COUNT; node++) {
                long from = startedAt[node];
                List<Long> expected =
                        outcomes.values().stream()
                                .filter(o -> o.isChange() && o.position() > from)
                                .map(Outcome::position)
                                .toList();
                assertThat(told.get(node)).isEqualTo(expected);
            }
        }
    }

    @Test
    void equalPositionsAreEqualStates() {
        long seed = Seeds.seed(MetadataReplicaTest.class);
        long changeCount = 0;
        long repeatedCount = 0;
        long badCount = 0;
        long beganLater = 0;
        for (int number = 0; number < RUNS; number++) {
            Run run = new Run(Seeds.random(seed, number));
            for (int i = 0; i < STEPS; i++) {
                run.step();
            }
            run.settle();
            changeCount += run.checkOutcomes();
            beganLater += run.beganLater;
            run.checkListeners();
            for (MetadataReplica replica : run.replicas) {
                repeatedCount += replica.repeatedRecordCount();
                badCount += replica.badRecordCount();
            }
        }
        assertThat(changeCount).isGreaterThan(10L * RUNS);
        assertThat(repeatedCount).isGreaterThan(RUNS);
        assertThat(badCount).isGreaterThan(RUNS);
        assertThat(beganLater).isGreaterThan(RUNS);
    }

    // One thing at a time

    private final long[] now = {0};
    private final SimulatedLog quiet = new SimulatedLog(new Random(1));

    private MetadataReplica replica(NodeIdentity me) {
        quiet.endOfFaults();
        return MetadataReplica.open(quiet.open(MetadataPoint.START), me, OPTIONS, () -> now[0]);
    }

    private void run(MetadataReplica... replicas) {
        for (int i = 0; i < 20; i++) {
            now[0]++;
            quiet.step();
            for (MetadataReplica replica : replicas) {
                replica.doWork();
            }
        }
    }

    private MetadataReplica joined(NodeIdentity me) {
        MetadataReplica replica = replica(me);
        CompletableFuture<Outcome> founded = replica.propose(RandomProposals.found());
        CompletableFuture<Outcome> joined = replica.propose(RandomProposals.join(me));
        run(replica);
        founded.join().orThrow();
        joined.join().orThrow();
        assertThat(replica.epoch()).isPositive();
        return replica;
    }

    private static NodeIdentity identity(int node, long directory, long start) {
        return new NodeIdentity(node, directory, start, 10 * directory + start);
    }

    private void assertJoinRefused(Proposal.Join join, String message) {
        MetadataReplica replica = replica(join.identity());
        CompletableFuture<Outcome> outcome = replica.propose(join);
        run(replica);
        assertThat(replica.epoch()).isZero();
        Failures.assertFails(Category.USER, message, () -> outcome.join().orThrow());
    }

    @Test
    void aNodeThatDoesNotBelongHereIsRefusedAndToldWhy() {
        joined(identity(1, 100, 5));
        NodeIdentity two = identity(2, 200, 1);
        List<String> addresses = List.of("a:1");
        assertJoinRefused(
                new Proposal.Join("other", ClusterState.FORMAT, two, "h", addresses),
                "the metadata log is that of another cluster: cluster=c asked=other");
        assertJoinRefused(
                new Proposal.Join("c", ClusterState.FORMAT + 1, two, "h", addresses),
                "the cluster has the format of another version of the store: format=1 asked=2");
        assertJoinRefused(
                RandomProposals.join(identity(1, 300, 9)),
                "the data directory is not that of this node: node=1");
        assertJoinRefused(
                RandomProposals.join(identity(2, 100, 9)),
                "the data directory is not that of this node: node=2");
        assertJoinRefused(
                RandomProposals.join(new NodeIdentity(1, 100, 5, 7)),
                "another process runs with this data directory, or a copy of it: node=1");
        assertJoinRefused(
                RandomProposals.join(identity(1, 100, 4)),
                "another process runs with this data directory, or a copy of it: node=1");
    }

    @Test
    void aNewStartFencesTheOneBefore() {
        MetadataReplica before = joined(identity(1, 100, 5));
        MetadataReplica after = joined(identity(1, 100, 6));
        CompletableFuture<Outcome> late = before.propose(new Proposal.PublishPlan(1, 7, List.of()));
        before.doWork(); // which does not know of it yet
        run(before, after);
        assertThat(late.join().refusal()).isEqualTo(Refusal.FENCED);
        assertThat(before.epoch()).isZero();
        CompletableFuture<Outcome> plan = after.propose(new Proposal.PublishPlan(1, 7, List.of()));
        run(before, after);
        plan.join().orThrow();
        assertThat(before.state().newestPlan()).isEqualTo(1);
    }

    @Test
    void theFirstProposalOfAPlanCounts() {
        MetadataReplica one = joined(identity(1, 100, 1));
        MetadataReplica two = joined(identity(2, 200, 1));
        run(one, two);
        StreamBatch ofOne = new StreamBatch("s", 1);
        StreamBatch ofTwo = new StreamBatch("s", 2);
        CompletableFuture<Outcome> first =
                one.propose(new Proposal.PublishPlan(1, 7, List.of(ofOne)));
        one.doWork();
        quiet.step();
        CompletableFuture<Outcome> second =
                two.propose(new Proposal.PublishPlan(1, 7, List.of(ofTwo)));
        run(two, one);
        first.join().orThrow();
        assertThat(second.join().refusal()).isEqualTo(Refusal.TAKEN);
        assertThat(two.state().vts()).containsEntry("s", 1L);
    }

    @Test
    void proposalsThatWaitAreBounded() {
        MetadataReplica replica = replica(identity(1, 100, 1));
        List<CompletableFuture<Outcome>> asked = new ArrayList<>();
        for (int i = 0; i <= OPTIONS.waitingMax(); i++) {
            asked.add(replica.propose(RandomProposals.found()));
        }
        assertRetriable(asked.get(OPTIONS.waitingMax()), "too many proposals wait");
        replica.doWork();
        now[0] += OPTIONS.proposalTimeoutNs();
        replica.doWork();
        assertRetriable(asked.get(0), "nobody knows whether a proposal holds");
        assertRetriable(asked.get(1), "a proposal was not made");
        assertThat(replica.pendingCount()).isZero();
        CompletableFuture<Outcome> last = replica.propose(RandomProposals.found());
        replica.close();
        assertRetriable(last, "the node ends");
    }

    private static void assertRetriable(CompletableFuture<Outcome> outcome, String message) {
        assertThat(outcome).isCompletedExceptionally();
        assertThatThrownBy(outcome::join)
                .cause()
                .isInstanceOfSatisfying(
                        WukongsException.class,
                        e -> assertThat(e.category()).isEqualTo(Category.RETRIABLE))
                .hasMessageContaining(message);
    }

    @Test
    void aRecordOfANewerVersionEndsTheReplica() {
        MetadataReplica replica = joined(identity(1, 100, 1));
        byte[] newer = SealedFrameTestBytes.newerRecord();
        quiet.open(MetadataPoint.START).append(newer);
        quiet.step();
        assertThatThrownBy(replica::doWork)
                .isInstanceOf(UnusableMetadataException.class)
                .hasMessageContaining("a newer version of the store has written it");
    }
}
