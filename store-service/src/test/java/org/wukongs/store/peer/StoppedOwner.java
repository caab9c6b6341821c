package org.wukongs.store.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.wukongs.id.Vids;
import org.wukongs.store.cluster.LocalPeer;
import org.wukongs.store.cluster.Members;
import org.wukongs.store.cluster.ServedNode;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.InsertThreads;
import org.wukongs.store.graph.SharedMemory;
import org.wukongs.store.graph.SharedMemoryOptions;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.graph.TripleHalves;
import org.wukongs.stream.StreamDefinition;
import org.wukongs.stream.VertexOwners;

/**
 * A process that is node 11, place 1 of two, of a graph that is made of a seed. It says where it
 * listens and serves until its input ends.
 */
final class StoppedOwner {

    static final VertexOwners OWNERS = VertexOwners.of(2);
    static final int VERTICES = 3_000;
    static final int PREDICATES = 4;
    static final int TRIPLES = 20_000;

    private StoppedOwner() {}

    static long vertex(int number) {
        return Vids.vid(1 + number / 50, number % 50 * 20);
    }

    static int hub(int i) {
        return 40 + i % 2;
    }

    /** Adds a node's halves of the graph of a seed, as snapshot 1. */
    static void fill(StoredGraphs stored, int place, long seed) {
        Random random = new Random(seed);
        TripleHalves halves = new TripleHalves();
        for (int i = 0; i < TRIPLES; i++) {
            // Half of them are of some hubs of place 1, whose lists are trees.
            long s = vertex(random.nextBoolean() ? hub(i) : random.nextInt(VERTICES));
            long p = 1L + random.nextInt(PREDICATES);
            long o = vertex(random.nextInt(VERTICES));
            if (OWNERS.owner(s) == place) {
                halves.out().append(s, p, o);
            }
            if (OWNERS.owner(o) == place) {
                halves.in().append(s, p, o);
            }
        }
        stored.memory().beginSnapshot(1);
        stored.graphFor(StreamDefinition.STORED).insert(halves);
        stored.memory().publishSnapshot();
    }

    /** Arguments: directory of shared memory, seed. */
    public static void main(String[] arguments) throws IOException {
        SharedMemoryOptions options =
                new SharedMemoryOptions(Path.of(arguments[0]), PeerNodes.CLUSTER, 11);
        StoredGraphs stored =
                new StoredGraphs(SharedMemory.create(options, 32 << 20), InsertThreads.ONE);
        fill(stored, 1, Long.parseLong(arguments[1]));
        LocalPeer nobody = new LocalPeer(1, () -> null);
        Members members = new Members(OWNERS, 1, List.of(nobody, nobody));
        TermDictionary terms = new TermDictionary(16);
        ServedNode served = new ServedNode(members, stored, terms, 0, System::nanoTime);
        try (PeerNodes nodes = new PeerNodes()) {
            System.out.println(nodes.listen(11, served).address().port());
            while (System.in.read() >= 0) {
                // until the test has ended
            }
        }
        stored.close();
    }
}
