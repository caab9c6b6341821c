package org.wukongs.benchmarks.cluster;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.wukongs.benchmarks.measure.EmbeddedStore;
import org.wukongs.store.cluster.LocalPeer;
import org.wukongs.store.cluster.Members;
import org.wukongs.store.cluster.Peer;
import org.wukongs.store.cluster.ServedNode;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.SharedMemoryOptions;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.TripleHalves;
import org.wukongs.store.peer.ClusterToken;
import org.wukongs.store.peer.PeerIdentity;
import org.wukongs.store.peer.PeerLimits;
import org.wukongs.store.peer.PeerWatch;
import org.wukongs.store.peer.TcpPeer;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.VertexOwners;

/**
 * A graph over two nodes, all vertices of which are at the second one: each has one neighbour under
 * a predicate and five under another. What the processes of both nodes agree about.
 */
final class FabricGraph {

    static final String CLUSTER = "bench-fabric";

    /** Numbers of the two nodes. */
    static final int READER = 1;

    static final int OWNER = 2;

    static final VertexOwners OWNERS = VertexOwners.of(2);
    static final long SINGLE_VALUED = 2;
    static final long MULTI_VALUED = 3;
    static final int MANY = 5;

    /** More do not fit into a file of 2 GiB, which any Java maps. */
    static final int VERTICES_MAX = 1 << 21;

    private static final int BYTES_PER_VERTEX = 512;
    private static final long MEMORY_BYTES_MIN = 64L << 20;
    private static final long SN = 1;
    private static final long SEED = 1;
    private static final int TERMS = 16; // nothing here has a text
    private static final int FORMAT = 1;

    private FabricGraph() {}

    static long memoryBytes(int vertices) {
        return Math.max(MEMORY_BYTES_MIN, (long) BYTES_PER_VERTEX * vertices);
    }

    static SharedMemoryOptions sharedMemory(Path directory, int node) {
        return new SharedMemoryOptions(directory, CLUSTER, node);
    }

    /** Vertices that are at the second node. */
    static long[] vertices(int count) {
        long[] vertices = new long[count];
        int found = 0;
        for (int number = 0; found < count; number++) {
            vertices[found] = EmbeddedStore.vid(number);
            found += OWNERS.owner(vertices[found]) == OWNER - 1 ? 1 : 0;
        }
        return vertices;
    }

    /** Makes the one snapshot of a node; the first one has nothing. */
    static void fill(StoredGraphs stored, int node, long[] vertices) {
        TripleHalves halves = new TripleHalves();
        if (node == OWNER) {
            SplittableRandom random = new SplittableRandom(SEED);
            for (long vertex : vertices) {
                halves.out().append(vertex, SINGLE_VALUED, any(vertices, random));
                for (int i = 0; i < MANY; i++) {
                    halves.out().append(vertex, MULTI_VALUED, any(vertices, random));
                }
            }
        }
        stored.memory().beginSnapshot(SN);
        stored.graphFor(StreamDefinition.STORED).insert(halves);
        stored.memory().publishSnapshot();
    }

    static long any(long[] vertices, SplittableRandom random) {
        return vertices[random.nextInt(vertices.length)];
    }

    /**
     * The nodes as one of them knows them.
     *
     * @param other the way to the other one
     */
    static Members members(int node, Peer other) {
        Peer[] peers = new Peer[2];
        Arrays.fill(peers, other);
        peers[node - 1] = new LocalPeer(node - 1, () -> null); // nobody asks itself
        return new Members(OWNERS, node - 1, List.of(peers));
    }

    static ServedNode served(Members members, StoredGraphs stored) {
        return new ServedNode(members, stored, new TermDictionary(TERMS), 0, System::nanoTime);
    }

    /** What a node's connections share. */
    static TcpPeer.Environment environment(int node, String token, PeerWatch watch) {
        return new TcpPeer.Environment(
                new PeerIdentity(CLUSTER, FORMAT, node),
                ClusterToken.of(token),
                PeerLimits.DEFAULT,
                watch,
                FabricGraph::start,
                System::nanoTime,
                null);
    }

    private static Thread start(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Starts to close connections that are late. */
    static AgentRunner start(PeerWatch watch) {
        AgentRunner runner =
                new AgentRunner(
                        new SleepingMillisIdleStrategy(TimeUnit.SECONDS.toMillis(1)),
                        error -> System.err.println("connections are not watched: " + error),
                        null,
                        watch);
        AgentRunner.startOnThread(runner);
        return runner;
    }
}
