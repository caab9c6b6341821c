package org.wukongs.store.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.wukongs.client.CatalogEntry;
import org.wukongs.id.Vids;
import org.wukongs.naive.Seeds;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.stream.VertexOwners;

/** The state of a cluster, beside one that is computed anew from all records each time. */
class ClusterStateTest {

    private static final int RUNS = 60;
    private static final int RECORDS = 250;
    private static final MetadataPoint POINT = new MetadataPoint("test", 1);

    private final Set<Refusal> refusals = EnumSet.noneOf(Refusal.class);
    private final Set<ProposalType> held = EnumSet.noneOf(ProposalType.class);
    private long newestPosition; // of a test that applies records one by one

    @Test
    void agreesWithTheNaiveOne() {
        long seed = Seeds.seed(ClusterStateTest.class);
        for (int run = 0; run < RUNS; run++) {
            run(Seeds.random(seed, run), "run=" + run);
        }
        assertThat(held).isEqualTo(EnumSet.allOf(ProposalType.class));
        assertThat(refusals)
                .isEqualTo(
                        EnumSet.complementOf(
                                EnumSet.of(
                                        Refusal.TOO_MANY,
                                        Refusal.TOO_FEW,
                                        Refusal.HAS_CATALOG,
                                        Refusal.ENTRIES_TOO_LARGE)));
    }

    private void run(Random random, String where) {
        RandomProposals proposals = new RandomProposals(random);
        NaiveCluster naive = new NaiveCluster();
        ClusterState state = new ClusterState();
        for (int position = 1; position <= RECORDS; position++) {
            MetadataRecord record = record(random, proposals, state, position);
            NaiveCluster.Decision expected = naive.decide(position, record);
            Outcome outcome = state.apply(position, record);
            String what = where + " position=" + position + " record=" + record;
            assertThat(outcome == null).as(what).isEqualTo(expected.repeated());
            if (outcome != null) {
                assertThat(outcome.refusal()).as(what).isEqualTo(expected.refusal());
                assertThat(outcome.isChange()).as(what).isEqualTo(expected.change());
                note(record, outcome);
            }
            compare(state, naive, random, what);
            if (random.nextInt(10) == 0) {
                state = decoded(state);
            }
        }
    }

    /** A record that is new, most often; of a member, most often. */
    private static MetadataRecord record(
            Random random, RandomProposals proposals, ClusterState state, int position) {
        if (position <= 3 && random.nextInt(4) > 0) {
            return new MetadataRecord(0, position, RandomProposals.found());
        }
        if (position < 12 && random.nextInt(4) > 0) {
            int node = proposals.node();
            NodeIdentity identity = new NodeIdentity(node, node, 1, 0);
            return new MetadataRecord(0, position, RandomProposals.join(identity));
        }
        List<Member> members = List.copyOf(state.members());
        long epoch =
                members.isEmpty() || random.nextInt(20) == 0
                        ? random.nextInt(20)
                        : members.get(random.nextInt(members.size())).epoch();
        long sequence = random.nextInt(8) == 0 ? Math.max(1, position - 5) : position;
        Proposal proposal = proposals.any(state.newestPlan(), state.ownersVersion());
        return new MetadataRecord(epoch, sequence, proposal);
    }

    private void note(MetadataRecord record, Outcome outcome) {
        if (outcome.isAccepted()) {
            held.add(record.proposal().type());
        } else {
            refusals.add(outcome.refusal());
            assertThat(outcome.reason()).startsWith(outcome.refusal().text());
        }
    }

    private static void compare(
            ClusterState state, NaiveCluster naive, Random random, String what) {
        for (int node = 0; node < RandomProposals.NODE_COUNT; node++) {
            Member member = state.member(node);
            assertThat(member != null && member.joined()).as(what).isEqualTo(naive.isJoined(node));
            assertThat(state.hasLeft(node)).as(what).isEqualTo(naive.hasLeft(node));
        }
        assertThat(state.newestPlan()).as(what).isEqualTo(naive.newestPlan());
        assertThat(Map.copyOf(state.vts())).as(what).isEqualTo(naive.vts());
        assertThat(Map.copyOf(state.streams())).as(what).isEqualTo(naive.streams());
        assertThat(state.predicates()).as(what).isEqualTo(naive.predicates());
        assertThat(state.entries("")).as(what).isEqualTo(List.copyOf(naive.entries().values()));
        Map<String, NaiveCluster.Query> queries = naive.queries();
        assertThat(state.queryNames()).as(what).containsExactlyElementsOf(queries.keySet());
        queries.forEach(
                (name, query) -> {
                    assertThat(state.queryNode(name)).as(what).isEqualTo(query.node());
                    assertThat(state.queryTemplate(name)).as(what).isEqualTo(query.template());
                });
        for (int template = 0; template < 2; template++) {
            String name = "t" + template;
            boolean has = queries.values().stream().anyMatch(q -> q.template().equals(name));
            assertThat(state.hasTemplate(name)).as(what).isEqualTo(has);
        }
        if (state.cluster().isEmpty()) {
            return;
        }
        for (int partition : new int[] {0, 341, 342, 682, 683, 1023, random.nextInt(1024)}) {
            assertThat(state.owner(partition))
                    .as(what + " partition=" + partition)
                    .isEqualTo(naive.owner(partition));
        }
        assertThat(state.neededFrom()).as(what).isEqualTo(naive.neededFrom());
        assertThat(state.ownersVersion()).as(what).isEqualTo(naive.ownersVersion());
        assertThat(state.ownersPlan()).as(what).isEqualTo(naive.ownersPlan());
        assertThat(state.entered().stream().map(EnteredNode::node).toList())
                .as(what)
                .isEqualTo(naive.entered());
        compareVersions(state, naive, random.nextInt(1024), what);
    }

    private static void compareVersions(
            ClusterState state, NaiveCluster naive, int partition, String what) {
        List<OwnersVersion> versions = state.ownersVersions();
        long newest = naive.ownersVersion();
        long count = Math.min(newest, Ownership.VERSIONS_MAX);
        assertThat(versions).as(what).hasSize((int) count);
        for (OwnersVersion version : versions) {
            assertThat(version.number()).as(what).isEqualTo(newest - --count);
            assertThat(version.plan()).as(what).isEqualTo(naive.ownersPlan(version.number()));
            assertThat(version.entered().stream().map(EnteredNode::node).toList())
                    .as(what)
                    .isEqualTo(naive.entered(version.number()));
            assertThat(version.left().stream().map(EnteredNode::node).toList())
                    .as(what)
                    .isEqualTo(naive.left(version.number()));
            for (EnteredNode entered : version.entered()) {
                assertThat(entered.plan()).as(what).isEqualTo(naive.ownersPlan(entered.version()));
            }
            assertThat(version.owners()[partition])
                    .as(what + " partition=" + partition)
                    .isEqualTo(naive.owner(partition, version.number()));
        }
    }

    private static ClusterState decoded(ClusterState state) {
        byte[] bytes = ClusterSnapshot.encode(POINT, state);
        ClusterSnapshot snapshot = ClusterSnapshot.decode(bytes);
        assertThat(snapshot.point()).isEqualTo(POINT);
        assertThat(ClusterSnapshot.encode(POINT, snapshot.state())).isEqualTo(bytes);
        return snapshot.state();
    }

    @Test
    void foundingNodesHaveContiguousParts() {
        for (int count : new int[] {1, 2, 3, 5, 1024}) {
            List<Integer> nodes = IntStream.range(0, count).boxed().toList();
            ClusterState state = new ClusterState();
            state.apply(1, new MetadataRecord(0, 1, new Proposal.Found("c", 1, nodes)));
            for (int partition = 0; partition < Vids.PARTITION_COUNT; partition++) {
                assertThat(state.owner(partition))
                        .isEqualTo(VertexOwners.of(count).owner(Vids.vid(1, partition)));
            }
        }
    }

    /** Two nodes stay at least, and a number that has left is nobody's. */
    @Test
    void aNodeLeaves() {
        ClusterState state = new ClusterState();
        List<Integer> own = IntStream.range(Vids.PARTITION_COUNT / 2, 1024).boxed().toList();
        apply(state, 0, new Proposal.Found("c", ClusterState.FORMAT, List.of(0, 1)), null);
        for (int node = 0; node < 4; node++) {
            apply(state, 0, RandomProposals.join(identity(node, 1)), null);
        }
        apply(state, 1, new Proposal.Leave(1), Refusal.HAS_PARTITIONS);
        apply(state, 2, new Proposal.MovePartitions(1, 1, 1, 0, own), null);
        apply(state, 1, new Proposal.Leave(1), Refusal.TOO_FEW);
        apply(state, 3, new Proposal.Enter(), null);
        apply(state, 1, new Proposal.PublishDivided(2, 1, 3, List.of()), null);
        apply(state, 1, new Proposal.Leave(1), null);
        assertThat(state.hasLeft(1)).isTrue();
        assertThat(state.ownersPlan()).isEqualTo(3);
        apply(state, 1, new Proposal.PublishDivided(3, 2, 3, List.of()), Refusal.OWNERS_CHANGED);
        apply(state, 2, new Proposal.AddPredicates(List.of("<http://x/p>")), Refusal.FENCED);
        apply(state, 1, new Proposal.Leave(1), Refusal.HAS_LEFT);
        apply(state, 0, RandomProposals.join(identity(1, 2)), Refusal.HAS_LEFT);
        long owners = state.ownersVersion();
        apply(
                state,
                1,
                new Proposal.MovePartitions(3, 3, owners, 1, List.of(0)),
                Refusal.NOT_ENTERED);
        apply(state, 1, new Proposal.Leave(3), null); // it has joined only
        assertThat(state.hasLeft(3)).isFalse();
        assertThat(state.ownersVersion()).isEqualTo(owners);
        apply(state, 0, RandomProposals.join(identity(3, 1)), null);
        assertThat(decoded(state).hasLeft(1)).isTrue();
    }

    /** By the rules of older records, the first founding node kept the entries of catalogs. */
    @Test
    void theFirstNodeLeavesByNewRecordsOnly() {
        ClusterState state = new ClusterState();
        List<Integer> own = IntStream.range(0, Vids.PARTITION_COUNT / 2).boxed().toList();
        apply(state, 0, new Proposal.Found("c", ClusterState.FORMAT, List.of(0, 1)), null);
        for (int node = 0; node < 3; node++) {
            apply(state, 0, RandomProposals.join(identity(node, 1)), null);
        }
        apply(state, 3, new Proposal.Enter(), null);
        apply(state, 1, new Proposal.MovePartitions(1, 1, state.ownersVersion(), 1, own), null);
        apply(state, 2, new Proposal.Leave(0, false), Refusal.HAS_CATALOG);
        apply(state, 2, new Proposal.Leave(0), null);
    }

    @Test
    void catalogEntriesAreLimitedTogether() {
        ClusterState state = new ClusterState();
        apply(state, 0, new Proposal.Found("c", ClusterState.FORMAT, List.of(0)), null);
        apply(state, 0, RandomProposals.join(identity(0, 1)), null);
        int lengths = 3 * ClusterLimits.ENTRIES_CHARS_PER_TEXT;
        String large = "x".repeat((1 << 20) - "k0v".length() - lengths);
        for (int i = 0; i < 4; i++) {
            apply(state, 1, put("k" + i, large), null);
        }
        apply(state, 1, put("k4", ""), Refusal.ENTRIES_TOO_LARGE);
        assertThat(decoded(state).entries("k")).isEqualTo(state.entries("")).hasSize(4);
    }

    private static Proposal put(String key, String value) {
        CatalogEntry entry = new CatalogEntry(key, Map.of("v", value));
        return new Proposal.Change(new NodeRecord.PutEntry(entry));
    }

    private static NodeIdentity identity(int node, long incarnation) {
        return new NodeIdentity(node, node, incarnation, 0);
    }

    private void apply(ClusterState state, long epoch, Proposal proposal, Refusal refusal) {
        newestPosition++;
        MetadataRecord record = new MetadataRecord(epoch, newestPosition, proposal);
        assertThat(state.apply(newestPosition, record).refusal())
                .as(proposal.toString())
                .isEqualTo(refusal);
    }

    /** Moves one after the other, and plans in between; a state that was read goes on alike. */
    @Test
    void theNewestOwnersAreKept() {
        Random random = Seeds.random(ClusterStateTest.class);
        NaiveCluster naive = new NaiveCluster();
        ClusterState state = new ClusterState();
        long position = 0;
        List<Proposal> first = new ArrayList<>();
        Proposal.Found found = RandomProposals.found();
        first.add(new Proposal.Found(found.cluster(), found.format(), List.of(0, 1)));
        for (int node = 0; node < 2; node++) {
            first.add(RandomProposals.join(new NodeIdentity(node, node, 1, 0)));
        }
        for (Proposal proposal : first) {
            MetadataRecord record = new MetadataRecord(0, ++position, proposal);
            naive.decide(position, record);
            assertThat(state.apply(position, record).isAccepted()).isTrue();
        }
        for (int i = 0; i < 3 * Ownership.VERSIONS_MAX; i++) {
            int from = random.nextInt(2);
            long plan = state.newestPlan() + 1;
            int partition = 400 + random.nextInt(200);
            Proposal next =
                    state.owner(partition) != from
                            ? new Proposal.PublishDivided(
                                    plan, position, state.ownersVersion(), List.of())
                            : new Proposal.MovePartitions(
                                    plan,
                                    position,
                                    state.ownersVersion(),
                                    1 - from,
                                    List.of(partition));
            MetadataRecord record = new MetadataRecord(1 + from, ++position, next);
            naive.decide(position, record);
            assertThat(state.apply(position, record).isAccepted()).isTrue();
            compareVersions(state, naive, partition, "position=" + position);
            state = random.nextInt(5) == 0 ? decoded(state) : state;
        }
        assertThat(state.ownersVersion()).isGreaterThan(Ownership.VERSIONS_MAX);
    }

    @Test
    void thereAreOnlySoManyMembersStreamsAndPredicates() {
        ClusterState state = new ClusterState();
        state.apply(1, new MetadataRecord(0, 1, RandomProposals.found()));
        for (int node = 0; node <= ClusterLimits.MEMBER_COUNT_MAX; node++) {
            NodeIdentity identity = new NodeIdentity(node, node, 1, 1);
            Outcome outcome =
                    state.apply(node + 2, new MetadataRecord(0, 1, RandomProposals.join(identity)));
            assertThat(outcome.refusal())
                    .isEqualTo(node < ClusterLimits.MEMBER_COUNT_MAX ? null : Refusal.TOO_MANY);
        }
        assertLimit(state, 1, plan(1, 0, ClusterLimits.STREAM_COUNT_MAX), null);
        assertLimit(state, 2, plan(2, 1, ClusterLimits.STREAM_COUNT_MAX), Refusal.TOO_MANY);
        int freeCount = ClusterLimits.PREDICATE_COUNT_MAX - 1; // beside rdf:type
        assertLimit(state, 3, predicates(0, freeCount), null);
        assertLimit(state, 4, predicates(1, freeCount), Refusal.TOO_MANY);
        assertLimit(state, 5, predicates(0, freeCount), null);
        assertThat(state.pid("<http://p/0>")).isEqualTo(2);
        assertThat(state.predicates()).hasSize(ClusterLimits.PREDICATE_COUNT_MAX);
        decoded(state);
    }

    private static void assertLimit(
            ClusterState state, long sequence, Proposal proposal, Refusal refusal) {
        MetadataRecord record = new MetadataRecord(1, sequence, proposal);
        assertThat(state.apply(10_000 + sequence, record).refusal()).isEqualTo(refusal);
    }

    private static Proposal plan(long plan, int from, int count) {
        return new Proposal.PublishPlan(
                plan,
                2 * plan,
                IntStream.range(from, from + count)
                        .mapToObj(i -> new StreamBatch("s" + i, plan))
                        .toList());
    }

    private static Proposal predicates(int from, int count) {
        return new Proposal.AddPredicates(
                IntStream.range(from, from + count).mapToObj(i -> "<http://p/" + i + ">").toList());
    }
}
