package org.wukongs.store.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wukongs.client.StoreAddress;
import org.wukongs.error.WukongsException;
import org.wukongs.id.Keys;
import org.wukongs.naive.Seeds;
import org.wukongs.naive.Waits;
import org.wukongs.store.cluster.FabricOptions;
import org.wukongs.store.cluster.LocalPeer;
import org.wukongs.store.cluster.Members;
import org.wukongs.store.cluster.PartitionedGraphs;
import org.wukongs.store.cluster.Peer;
import org.wukongs.store.cluster.ServedNode;
import org.wukongs.store.dictionary.TermDictionary;
import org.wukongs.store.graph.SharedMemory;
import org.wukongs.store.graph.SharedMemoryOptions;
import org.wukongs.store.graph.StoredGraphs;
import org.wukongs.store.view.Expansion;
import org.wukongs.store.view.TripleView;
import org.wukongs.stream.StreamDefinition;

/** Reads of another process's memory: also while that process is stopped, and not after its end. */
class ReadsOfProcessesTest {

    private static final long MEMORY_BYTES = 32 << 20;

    @TempDir private Path folder;
    private final long seed = Seeds.seed(getClass());

    private Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-ea",
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StoppedOwner.class.getName(),
                        folder.toString(),
                        Long.toString(seed))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void signal(Process process, String signal) throws Exception {
        String pid = Long.toString(process.pid());
        Process kill = new ProcessBuilder("kill", "-" + signal, pid).inheritIO().start();
        assertThat(kill.waitFor()).isZero();
    }

    private static int port(Process process) throws IOException {
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        return Integer.parseInt(lines.readLine());
    }

    @Test
    void aStoppedNodeIsReadAndADeadOneIsNot() throws Exception {
        Process owner = start();
        try (PeerNodes nodes = new PeerNodes();
                StoredGraphs stored = new StoredGraphs(MEMORY_BYTES);
                StoredGraphs whole = new StoredGraphs(MEMORY_BYTES)) {
            TcpPeer way = nodes.connect(10, 11, new StoreAddress("127.0.0.1", port(owner)));
            StoppedOwner.fill(stored, 0, seed);
            StoppedOwner.fill(whole, 1, seed);
            PartitionedGraphs graphs = graphs(stored, way);
            assertThat(graphs.hold(1)).isTrue();
            assertThat(graphs.fabric(1).text()).isEqualTo("shm");
            TripleView view = graphs.with(stored.at(1)).defaultGraph();
            TripleView expected = whole.graphFor(StreamDefinition.STORED);
            assertSame(view, expected);
            long requests = graphs.reads().requestCount();
            long reads = graphs.reads().inPlaceCount();
            signal(owner, "STOP");
            assertSame(graphs.with(stored.at(1)).defaultGraph(), expected);
            assertThat(graphs.reads().requestCount()).isEqualTo(requests);
            assertThat(graphs.reads().inPlaceCount()).isEqualTo(2 * reads);
            assertThat(graphs.reads().fallbackCount()).isZero();
            signal(owner, "KILL");
            owner.waitFor();
            Waits.await(() -> way.connection() == Peer.NOT_CONNECTED);
            assertThatThrownBy(() -> assertSame(view, expected))
                    .isInstanceOf(WukongsException.class)
                    .hasMessageContaining("cannot be reached");
            assertThat(graphs.fabric(1).text()).startsWith("tcp");
            graphs.release(1);
            graphs.close();
            assertLeftIsDeleted();
        } finally {
            owner.destroyForcibly();
        }
    }

    private PartitionedGraphs graphs(StoredGraphs stored, TcpPeer way) {
        Members members =
                new Members(StoppedOwner.OWNERS, 0, List.of(new LocalPeer(0, () -> null), way));
        ServedNode own =
                new ServedNode(members, stored, new TermDictionary(16), 0, System::nanoTime);
        SharedMemoryOptions options = new SharedMemoryOptions(folder, PeerNodes.CLUSTER, 10);
        FabricOptions fabric = new FabricOptions(FabricOptions.Kind.AUTO, options);
        return new PartitionedGraphs(members, own, fabric);
    }

    /** All steps over vertices of the other node. */
    private static void assertSame(TripleView view, TripleView expected) {
        long[] vertices = new long[StoppedOwner.VERTICES];
        int count = 0;
        for (int number = 0; number < StoppedOwner.VERTICES; number++) {
            long vertex = StoppedOwner.vertex(number);
            vertices[count] = vertex;
            count += StoppedOwner.OWNERS.owner(vertex) == 1 ? 1 : 0;
        }
        assertThat(count).isPositive();
        for (long pid = 1; pid <= StoppedOwner.PREDICATES; pid++) {
            for (int direction = 0; direction < 2; direction++) {
                Expansion found = new Expansion();
                view.expand(vertices, count, pid, direction, found);
                Expansion there = new Expansion();
                expected.expand(vertices, count, pid, direction, there);
                assertThat(ids(found)).isEqualTo(ids(there));
                if (direction == Keys.OUT) {
                    assertThat(found.size()).isGreaterThan(1_000);
                }
            }
            int[] kept = new int[count];
            int[] expectedKept = new int[count];
            long object = expected.objects(StoppedOwner.vertex(StoppedOwner.hub(0)), pid).get(0);
            int size = view.probeConstant(vertices, count, pid, Keys.OUT, object, kept);
            assertThat(size)
                    .isEqualTo(
                            expected.probeConstant(
                                    vertices, count, pid, Keys.OUT, object, expectedKept));
            assertThat(Arrays.copyOf(kept, size)).isEqualTo(Arrays.copyOf(expectedKept, size));
        }
    }

    private static List<String> ids(Expansion expansion) {
        return List.of(
                Arrays.toString(Arrays.copyOf(expansion.ids(), expansion.size())),
                Arrays.toString(Arrays.copyOf(expansion.rows(), expansion.size())));
    }

    /** The next process of the node deletes what the killed one has left. */
    private void assertLeftIsDeleted() throws IOException {
        assertThat(folders()).hasSize(1);
        SharedMemoryOptions options = new SharedMemoryOptions(folder, PeerNodes.CLUSTER, 11);
        try (SharedMemory next = SharedMemory.create(options, MEMORY_BYTES)) {
            assertThat(folders()).containsExactly(next.file().getParent());
        }
        assertThat(folders()).isEmpty();
    }

    private List<Path> folders() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }
}
