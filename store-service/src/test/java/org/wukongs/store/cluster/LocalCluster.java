package org.wukongs.store.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.NanoClock;
import org.wukongs.id.Vids;
import org.wukongs.store.cluster.ChangeOrder.Given;
import org.wukongs.store.cluster.ChangeOrder.Wanted;
import org.wukongs.store.graph.SharedMemoryOptions;
import org.wukongs.store.node.NodeCalls;
import org.wukongs.store.node.NodeThreads;
import org.wukongs.store.node.ReplicaPuller;
import org.wukongs.store.node.StoreConfig;
import org.wukongs.store.node.StoreNode;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.VertexOwners;

/** Some store nodes in one process that are one store. One node alone is a node of its own. */
public final class LocalCluster implements AutoCloseable {

    private static final long SHARED_BYTES = 64 << 20;

    private final List<StoreNode> nodes = new ArrayList<>();
    private final List<ChangeTurns> turns = new ArrayList<>();
    private final List<VersionedOwners> owners = new ArrayList<>(); // as each node knows them
    private final List<List<ReplicaPuller>> pullers = new ArrayList<>();
    private UnaryOperator<Peer> ways = way -> way;
    private NanoClock clock = System::nanoTime;
    private final Path sharedIn; // null: nodes ask each other
    private final Map<String, Integer> homes = new HashMap<>(); // of streams that have moved
    private long newestPlan;
    private Runnable beforeTurn = () -> {};

    public LocalCluster(int nodeCount, NodeThreads threads) {
        this(VertexOwners.of(nodeCount), StoreConfig.DEFAULT, threads);
    }

    /** Nodes without threads. */
    public LocalCluster(int nodeCount, StoreConfig config) {
        this(VertexOwners.of(nodeCount), config, NodeThreads.NONE);
    }

    /** Nodes that read each other's memory, which is shared in a directory. */
    public LocalCluster(int nodeCount, NodeThreads threads, Path sharedIn) {
        this(
                VertexOwners.of(nodeCount),
                StoreConfig.builder().storeMemoryBytes(SHARED_BYTES).build(),
                threads,
                sharedIn);
    }

    LocalCluster(VertexOwners first, StoreConfig config, NodeThreads threads) {
        this(first, config, threads, null);
    }

    private LocalCluster(
            VertexOwners first, StoreConfig config, NodeThreads threads, Path sharedIn) {
        this.sharedIn = sharedIn;
        int nodeCount = first.shardCount();
        LocalPredicates predicates = new LocalPredicates();
        for (int node = 0; node < nodeCount; node++) {
            turns.add(new ChangeTurns());
            owners.add(new VersionedOwners(first));
        }
        for (int node = 0; node < nodeCount; node++) {
            List<Peer> peers = new ArrayList<>();
            for (int other = 0; other < nodeCount; other++) {
                int target = other;
                Peer local = new LocalPeer(node, () -> nodes.get(target).served());
                peers.add(request -> ways.apply(local).send(request));
            }
            ClusterPlace place =
                    nodeCount == 1
                            ? null
                            : place(new Members(owners.get(node), node, peers), predicates);
            nodes.add(new StoreNode(config, () -> clock.nanoTime(), threads, place));
        }
        if (nodeCount > 1) {
            nodes.forEach(node -> node.serveStreams(NodeCalls.direct(node)));
            nodes.forEach(node -> pullers.add(node.replicaPullers(NodeCalls.direct(node))));
            nodes.forEach(node -> predicates.join(node.dictionary()));
            predicates.begin();
        }
    }

    private ClusterPlace place(Members members, LocalPredicates predicates) {
        int node = members.self();
        return new ClusterPlace(
                members,
                predicates,
                change -> give(node, change),
                turns.get(node),
                this::work,
                this::work,
                homes(node),
                sharedIn == null
                        ? FabricOptions.TCP
                        : new FabricOptions(
                                FabricOptions.Kind.SHM,
                                new SharedMemoryOptions(sharedIn, "test", node)),
                this::isFed);
    }

    private boolean isFed(String graph) {
        return nodes.stream()
                .flatMap(node -> node.streams().definitions().stream())
                .anyMatch(stream -> stream.graph().equals(graph));
    }

    private StreamHomes homes(int self) {
        return new PlacedStreams(
                self,
                this::placeOf,
                () ->
                        nodes.stream()
                                .flatMap(node -> node.streams().definitions().stream())
                                .map(StreamDefinition::name)
                                .toList());
    }

    private int placeOf(String stream) {
        Integer known = homes.get(stream);
        if (known != null && isAt(known, stream)) {
            return known;
        }
        for (int place = 0; place < nodes.size(); place++) {
            if (isAt(place, stream)) {
                return place;
            }
        }
        return -1;
    }

    private boolean isAt(int place, String stream) {
        return nodes.get(place).streams().streamHere(stream).isPresent();
    }

    /** Sends requests between nodes on other ways from now on. */
    void useWays(UnaryOperator<Peer> newWays) {
        ways = newWays;
    }

    /** Lets time be what the clock says. */
    void useClock(NanoClock newClock) {
        clock = newClock;
    }

    /** Lets a node copy once what it reads of streams of others; returns 0 if nothing came. */
    public int copy(int node) {
        int count = 0;
        for (ReplicaPuller puller : pullers.get(node)) {
            count += puller.doWork();
        }
        return count;
    }

    /** Calls this before a change that needs a particular turn may get it. */
    void beforeTurn(Runnable hook) {
        beforeTurn = hook;
    }

    private synchronized Given give(int node, Wanted wanted) {
        long sn = wanted.sn();
        if (sn != ChangeOrder.ANY) {
            beforeTurn.run();
        }
        if (wanted.owners() != owners.get(0).newest().number()) {
            return Given.OTHER_OWNERS;
        }
        if (sn != ChangeOrder.ANY && sn != newestPlan + 1) {
            return Given.TAKEN;
        }
        newestPlan++;
        if (wanted.move() != null) {
            VersionedOwners.Version next =
                    afterMove(owners.get(0).newest(), newestPlan, wanted.move());
            owners.forEach(each -> each.add(next));
        }
        if (wanted.movesHomes()) {
            nodes.get(node)
                    .streams()
                    .definitions()
                    .forEach(stream -> homes.put(stream.name(), wanted.homesTo()));
        }
        turns.forEach(each -> each.add(new ChangeTurns.Turn(newestPlan, node, wanted.change())));
        return Given.TURN;
    }

    /** Returns the owners from the turn of a move on. */
    public static VersionedOwners.Version afterMove(
            VersionedOwners.Version before, long sn, ChangeOrder.Move move) {
        int[] table = new int[Vids.PARTITION_COUNT];
        for (int partition = 0; partition < table.length; partition++) {
            table[partition] = before.owners().owner(partition);
        }
        move.partitions().forEach(partition -> table[partition] = move.to());
        return new VersionedOwners.Version(
                before.number() + 1,
                sn,
                VertexOwners.of(before.nodeCount(), table),
                before.since());
    }

    /** Returns the owners with a node more, which takes part from a snapshot on. */
    public static VersionedOwners.Version afterEntry(VersionedOwners.Version before, long fromSn) {
        int[] table = new int[Vids.PARTITION_COUNT];
        for (int partition = 0; partition < table.length; partition++) {
            table[partition] = before.owners().owner(partition);
        }
        long[] since = Arrays.copyOf(before.since(), before.nodeCount() + 1);
        since[before.nodeCount()] = fromSn;
        return new VersionedOwners.Version(
                before.number() + 1, fromSn, VertexOwners.of(since.length, table), since);
    }

    /** Returns the owners without a node that owns nothing, from a snapshot on. */
    public static VersionedOwners.Version afterLeaving(
            VersionedOwners.Version before, long fromSn, int node) {
        long[] since = before.since().clone();
        since[node] = VersionedOwners.LEFT;
        return new VersionedOwners.Version(before.number() + 1, fromSn, before.owners(), since);
    }

    /** Returns who owns what from the newest turn on. */
    VertexOwners owners() {
        return owners.get(0).newest().owners();
    }

    /** Lets all nodes do what others may wait for. */
    public void work() {
        for (StoreNode node : nodes) {
            if (node.changes() != null) {
                node.changes().doWork();
                node.doTurns();
            }
        }
    }

    public StoreNode node(int number) {
        return nodes.get(number);
    }

    public int nodeCount() {
        return nodes.size();
    }

    @Override
    public void close() {
        nodes.forEach(StoreNode::close);
    }
}
