package org.wukongs.store.metadata;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.wukongs.client.CatalogEntry;
import org.wukongs.id.Vids;
import org.wukongs.store.history.NodeRecord;
import org.wukongs.stream.StreamDefinition;

/** Draws proposals over few names and numbers, so that they meet each other. */
final class RandomProposals {

    static final String CLUSTER = "c";
    static final int NODE_COUNT = 5;
    private static final int STREAM_COUNT = 4;
    private static final int PREDICATE_COUNT = 40;
    private static final int POSITION_MAX = 300;

    /** The first and the last one, and those beside the borders of three founding nodes. */
    static final int[] PARTITIONS = {0, 341, 342, 682, 683, Vids.PARTITION_COUNT - 1};

    private final Random random;

    RandomProposals(Random random) {
        this.random = random;
    }

    static final int QUERY_COUNT = 4;

    static Proposal.Found found() {
        return new Proposal.Found(CLUSTER, ClusterState.FORMAT, List.of(0, 1, 2));
    }

    static Proposal.Join join(NodeIdentity identity) {
        return new Proposal.Join(
                CLUSTER, ClusterState.FORMAT, identity, "host" + identity.node(), List.of("a:1"));
    }

    /** Any proposal, for a cluster whose newest plan and version of owners are near these. */
    Proposal any(long newestPlan, long newestOwners) {
        return random.nextInt(6) == 0 ? ofAnybody() : ofMember(newestPlan, newestOwners);
    }

    private Proposal ofAnybody() {
        String cluster = random.nextInt(5) == 0 ? "other" : CLUSTER;
        int format = random.nextInt(5) == 0 ? 2 : ClusterState.FORMAT;
        if (random.nextInt(3) == 0) {
            return new Proposal.Found(
                    cluster, format, random.nextInt(4) == 0 ? List.of(1, 0) : found().nodes());
        }
        NodeIdentity identity =
                new NodeIdentity(
                        node(), random.nextInt(NODE_COUNT + 1), random.nextInt(9), token());
        return new Proposal.Join(cluster, format, identity, "host", List.of("a:1", "b:2"));
    }

    private int token() {
        return random.nextInt(2);
    }

    /** One that needs an epoch. */
    Proposal ofMember(long newestPlan, long newestOwners) {
        return switch (random.nextInt(17)) {
            case 0 -> new Proposal.Leave(node());
            case 1 -> new Proposal.Fence(node(), random.nextInt(20));
            case 2 -> new Proposal.AddPredicates(predicates());
            case 3 ->
                    new Proposal.PublishPlan(
                            plan(newestPlan), random.nextInt(9), batches(newestPlan));
            case 4, 5, 6 ->
                    new Proposal.PublishDivided(
                            plan(newestPlan),
                            random.nextInt(9),
                            owners(newestOwners),
                            batches(newestPlan));
            case 7, 8, 9 ->
                    new Proposal.MovePartitions(
                            plan(newestPlan),
                            random.nextInt(9),
                            owners(newestOwners),
                            node(),
                            partitions());
            case 10 -> new Proposal.TakeOver(node(), node(), partitions());
            case 11 -> nameQuery();
            case 12 -> new Proposal.Enter();
            case 13 ->
                    new Proposal.MoveHomes(
                            plan(newestPlan), random.nextInt(9), owners(newestOwners), node());
            case 14 -> new Proposal.Checkpointed(random.nextInt(POSITION_MAX));
            case 15 -> snapshotPart();
            default -> new Proposal.Change(change());
        };
    }

    private Proposal snapshotPart() {
        int count = 1 + random.nextInt(3);
        byte[] bytes = new byte[1 + random.nextInt(9)];
        random.nextBytes(bytes);
        return new Proposal.SnapshotPart(
                random.nextInt(POSITION_MAX), random.nextInt(count), count, bytes);
    }

    private Proposal nameQuery() {
        String template = random.nextInt(3) == 0 ? "" : "t" + random.nextInt(2);
        return new Proposal.NameQuery(query(), template, random.nextInt(3) > 0);
    }

    private String query() {
        return "q" + random.nextInt(QUERY_COUNT);
    }

    int node() {
        return random.nextInt(NODE_COUNT);
    }

    private int partition() {
        return PARTITIONS[random.nextInt(PARTITIONS.length)];
    }

    private List<Integer> partitions() {
        return IntStream.generate(this::partition)
                .limit(1 + random.nextInt(2))
                .distinct()
                .boxed()
                .toList();
    }

    private long plan(long newest) {
        long plan = random.nextInt(3) == 0 ? newest + random.nextInt(4) - 1 : newest + 1;
        return Math.max(1, plan);
    }

    private long owners(long newest) {
        return Math.max(1, random.nextInt(5) == 0 ? newest + random.nextInt(3) - 1 : newest);
    }

    private List<StreamBatch> batches(long newest) {
        List<StreamBatch> batches = new ArrayList<>();
        for (int i = 0; i < STREAM_COUNT; i++) {
            if (random.nextBoolean()) {
                batches.add(new StreamBatch(stream(i), newest + random.nextInt(6)));
            }
        }
        return batches;
    }

    private List<String> predicates() {
        return IntStream.range(0, 1 + random.nextInt(3))
                .mapToObj(i -> "<http://p/" + random.nextInt(PREDICATE_COUNT) + ">")
                .toList();
    }

    private static String stream(int number) {
        return "s" + number;
    }

    private String graph() {
        return random.nextInt(4) == 0 ? stream(STREAM_COUNT - 1) : "g";
    }

    private CatalogEntry entry() {
        Map<String, String> properties = Map.of("a", "ä".repeat(random.nextInt(2)), "b", "");
        return new CatalogEntry("k" + random.nextInt(3), properties);
    }

    private NodeRecord change() {
        String stream = stream(random.nextInt(STREAM_COUNT));
        return switch (random.nextInt(7)) {
            case 0 ->
                    new NodeRecord.RegisterStream(
                            new StreamDefinition(stream, 100, graph(), Set.of()));
            case 1 -> new NodeRecord.DropStream(stream);
            case 2 -> new NodeRecord.RegisterQuery("REGISTER QUERY q AS …");
            case 3 -> new NodeRecord.UnregisterQuery("q");
            case 4 -> new NodeRecord.PutEntry(entry());
            case 5 -> new NodeRecord.ReplaceEntry(entry(), entry());
            default -> new NodeRecord.RemoveEntry(entry().key());
        };
    }
}
